/** A type whose members cannot be changed, however deep they are, so that types of schemas and of answers compare. */
export type Plain<Type> = Type extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Type extends object
    ? { readonly [Member in keyof Type]: Plain<Type[Member]> }
    : Type;
