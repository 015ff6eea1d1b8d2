import {
  CaptureTag,
  type Context,
  CycleTag,
  EchoTag,
  type Emitter,
  evalToken,
  type Liquid,
  Tag,
  type TagToken,
  type TopLevelToken,
  TypeGuards,
  Value,
} from 'liquidjs';
import { TemplateFault } from './liquid-fault.ts';
import { Markup, printValue, toText } from './liquid-markup.ts';
import { LimitedOutput } from './liquid-output.ts';

/** The tags of liquidjs that print or keep a value, so that they honor its mark (see `Markup`), and those we refuse. */

/** `capture`: what is inside was escaped when it was printed. */
class MarkupCaptureTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const output = new LimitedOutput();
    yield this.liquid.renderer.renderTemplates(this.templates, context, output);
    context.memoryLimit.use(output.buffer.length);
    context.bottom()[this.variable] = new Markup(output.buffer);
  }
}

/** `echo`: prints like `{{ }}`. */
class MarkupEchoTag extends EchoTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    for (const value of this.arguments()) {
      if (value instanceof Value) emitter.write(printValue(yield value.value(context)));
    }
  }
}

/** `cycle`: prints the next of its values each time; tags with the same values, or of the same group, take turns. */
class MarkupCycleTag extends CycleTag {
  override *render(context: Context): Generator<unknown, string, unknown> {
    const parts = [...this.arguments()];
    const values = parts.filter(TypeGuards.isFilteredValueToken);
    const group = parts.filter(TypeGuards.isValueToken).find((part) => !TypeGuards.isFilteredValueToken(part));
    const key = `cycle:${toText(yield evalToken(group, context))}:${values.map((value) => value.getText()).join()}`;
    const turns = context.getRegister<Record<string, number>>('cycle', {});
    const turn = turns[key] ?? 0;
    turns[key] = (turn + 1) % values.length;
    const value = values[turn];
    return value === undefined ? '' : printValue(yield new Value(value, this.liquid).value(context));
  }
}

/** Tags that load other templates: there are none, whatever the name. */
class LoadingTag extends Tag {
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    throw new TemplateFault(`The tag "${token.name}" cannot be used: a template cannot load other templates.`);
  }

  override render(): void {}
}

export const markupTags = {
  capture: MarkupCaptureTag,
  echo: MarkupEchoTag,
  cycle: MarkupCycleTag,
  include: LoadingTag,
  render: LoadingTag,
  layout: LoadingTag,
  block: LoadingTag,
};
