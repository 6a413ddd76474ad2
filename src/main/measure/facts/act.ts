/** One thing that a tool call sets out to do. Paths and commands stand as the call names them. */
export type Act =
  | { readonly kind: FileActKind; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'command'; readonly command: string }

export const fileActKinds = ['read', 'create', 'write', 'edit', 'delete'] as const
/** `create` makes a new file for certain; `write` gives all of a file, which may have been there before. */
export type FileActKind = (typeof fileActKinds)[number]
