import { describe, expect, it } from 'vitest';
import { forwardedHeaders, returnedHeaders } from './headers.ts';

describe('forwardedHeaders', () => {
  it('puts the host of the target in place of the one received', () => {
    const received = ['Accept', '*/*', 'HOST', 'evil.test', 'host', 'evil2.test'];
    expect(forwardedHeaders(received, 'pub.test:81', false)).toEqual(['Host', 'pub.test:81', 'Accept', '*/*']);
  });

  it('leaves out what concerns one connection or the proxy', () => {
    const received = ['Connection', 'keep-alive', 'Proxy-Connection', 'keep-alive', 'Keep-Alive', 'timeout=5'];
    received.push('TE', 'trailers', 'Trailer', 'X', 'Upgrade', 'h2c', 'Proxy-Authorization', 'Basic eDp5');
    received.push('Expect', '100-continue', 'X-Kept', '1');
    expect(forwardedHeaders(received, 'pub.test', false)).toEqual(['Host', 'pub.test', 'X-Kept', '1']);
  });

  it('leaves out what the Connection field names, in every spelling', () => {
    const received = ['X-A', '1', 'connection', 'x-a ,CLOSE', 'Connection', 'X-B', 'x-b', '2', 'X-C', '3'];
    expect(forwardedHeaders(received, 'pub.test', false)).toEqual(['Host', 'pub.test', 'X-C', '3']);
  });

  it('frames a body of unknown length anew', () => {
    const headers = forwardedHeaders(['Transfer-Encoding', 'gzip, chunked'], 'pub.test', true);
    expect(headers).toEqual(['Host', 'pub.test', 'Transfer-Encoding', 'chunked']);
  });
});

describe('returnedHeaders', () => {
  it('keeps order, spelling and repeats, and takes out our own field and the hop-by-hop ones', () => {
    const received = ['Set-Cookie', 'a=1', 'X-Platen-Egress', 'refused', 'set-cookie', 'b=2', 'Connection', 'close'];
    received.push('Transfer-Encoding', 'chunked', 'Content-Length', '3', 'Proxy-Authenticate', 'Basic');
    expect(returnedHeaders(received)).toEqual(['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'Content-Length', '3']);
  });
});
