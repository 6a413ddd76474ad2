/** A value and what it rests on. Where nothing tells it, it is null, and `why` says why. */
export type Evidence<Value, From extends string, Why extends string> =
  | { readonly kind: 'recorded'; readonly value: Value }
  | { readonly kind: 'derived'; readonly value: Value; readonly from: From }
  | { readonly kind: 'unknown'; readonly value: null; readonly why: Why }
