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
  /** Folders that a person allows in the page; absent where the host has its own way to ask. */
  readonly permits?: FolderPermits
}

/** Folders outside of the roots that a person allowed. */
export type FolderPermits = {
  /** Real paths, in the order in which they were allowed. */
  readonly list: () => readonly string[]
  readonly allow: (folder: string) => void
  readonly revoke: (folder: string) => void
  /** Real path of a place whose names may be shown before it is allowed; throws a `Problem` where there are secrets. */
  readonly browse: (path: string) => string
}
