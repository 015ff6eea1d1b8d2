require 'json'
require 'net/http'

request = {
  source: { html: '<h1>Hello {{ name }}</h1>' },
  data: { name: 'Ada' },
  format: 'A5'
}
headers = { 'Authorization' => "Bearer #{ENV.fetch('PLATEN_API_KEY')}", 'Content-Type' => 'application/json' }
answer = Net::HTTP.post(URI("#{ENV.fetch('PLATEN_URL')}/v1/convert/pdf"), request.to_json, headers)
unless answer.is_a?(Net::HTTPSuccess)
  problem = JSON.parse(answer.body)
  abort "#{problem['error_code']}: #{problem['detail']}"
end
File.binwrite('hello.pdf', answer.body)
