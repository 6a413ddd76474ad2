import { z } from 'zod'
import { method } from './errors.ts'

export const folderEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  /** Holds files that an importer recognises. */
  isTask: z.boolean(),
  isFolder: z.boolean(),
})
export type FolderEntry = Readonly<z.infer<typeof folderEntrySchema>>

/** The server-side folder browser. Only the browser host and the command line allow it. */
export const foldersContract = {
  list: method.input(z.object({ path: z.string().optional() })).output(
    z.object({
      path: z.string(),
      /** Null at the top of what may be seen. */
      parent: z.string().nullable(),
      roots: z.array(z.string()),
      entries: z.array(folderEntrySchema),
    }),
  ),
}
