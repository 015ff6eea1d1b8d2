import { nearestName } from '../nearest.ts';
import { type Filter, textArgument } from './liquid-arguments.ts';
import { filesOf } from './liquid-context.ts';
import { TemplateFault } from './liquid-fault.ts';

/**
 * `{{ 'logo.png' | image_data }}`: a file of the request, or of the stored template, as a `data:` URL. For places that
 * relative names do not reach, such as headers and footers.
 */
const imageData: Filter = function (value) {
  const files = filesOf(this.context);
  const name = textArgument(value);
  const url = name === undefined ? undefined : files.get(name);
  if (url !== undefined) {
    this.context.memoryLimit.use(url.length);
    return url;
  }
  const nearest = name === undefined ? undefined : nearestName(name, files.keys());
  const remedy = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  throw new TemplateFault(`The filter "image_data" knows no file of this name.${remedy}`);
};

export const fileFilters: Readonly<Record<string, Filter>> = { image_data: imageData };
