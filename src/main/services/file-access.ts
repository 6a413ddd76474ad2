/** Where a door lets the engine read. */
export type FileAccess = {
  /** Absolute path of a source; throws a `Problem` where this door does not allow it. */
  readonly resolve: (
    source:
      | { readonly kind: 'path'; readonly path: string }
      | { readonly kind: 'grant'; readonly token: string },
  ) => string
  /** Folders that the folder browser may show; empty where it is off. */
  readonly roots: () => readonly string[]
}
