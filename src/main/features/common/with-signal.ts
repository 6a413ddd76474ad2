/** Options of a job that ends when its caller gives up. Every job of a request has them. */
export function withSignal(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}
