import {
  CaptureTag,
  type Context,
  CycleTag,
  EchoTag,
  type Emitter,
  evalToken,
  type Liquid,
  TypeGuards,
  Value,
} from 'liquidjs';
import { Markup, toText } from './liquid-markup.ts';
import { LimitedOutput } from './liquid-output.ts';
import type { Print } from './liquid-print.ts';

/** The tags of liquidjs that print or keep a value, so that they honor its mark (see `Markup`). */

/** How this template prints values: what `{{ }}` does with them. */
const printOf = (liquid: Liquid): Print => liquid.options.outputEscape as Print;

/** `capture`: what is inside was escaped when it was printed. */
class MarkupCaptureTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const output = new LimitedOutput(printOf(this.liquid));
    yield this.liquid.renderer.renderTemplates(this.templates, context, output);
    context.memoryLimit.use(output.buffer.length);
    context.bottom()[this.variable] = this.keep(output.buffer);
  }

  keep(text: string): unknown {
    return new Markup(text);
  }
}

/** `echo`: prints like `{{ }}`. */
class MarkupEchoTag extends EchoTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    for (const value of this.arguments()) {
      if (value instanceof Value) emitter.write(printOf(this.liquid)(yield value.value(context)));
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
    return value === undefined ? '' : printOf(this.liquid)(yield new Value(value, this.liquid).value(context));
  }
}

/** `capture` where nothing is escaped: what is inside is text like any other. */
class PlainCaptureTag extends MarkupCaptureTag {
  override keep(text: string): unknown {
    return text;
  }
}

export const plainTags = { capture: PlainCaptureTag, echo: MarkupEchoTag, cycle: MarkupCycleTag };

export const markupTags = {
  capture: MarkupCaptureTag,
  echo: MarkupEchoTag,
  cycle: MarkupCycleTag,
};
