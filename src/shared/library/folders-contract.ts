import { z } from 'zod'
import { method } from '../api/errors.ts'

export const folderEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  /** Holds files that an importer recognises. */
  isTask: z.boolean(),
  isFolder: z.boolean(),
})
export type FolderEntry = Readonly<z.infer<typeof folderEntrySchema>>

const byPath = z.object({ path: z.string().min(1) })

/** Whether a place may be opened as it is, or a person has to allow its folder first. */
export const folderJudgementSchema = z.object({
  /** Real path, links followed. */
  path: z.string(),
  isFile: z.boolean(),
  /** The folder to allow; null where it may be opened already. */
  ask: z.string().nullable(),
})

/**
 * The server-side folder browser, and what a person lets it read. Only the browser host allows it. A path may begin with
 * `~`, for the home folder.
 */
export const foldersContract = {
  /** Folders at a place, and files that may be histories where it may be read already. */
  list: method.input(z.object({ path: z.string().optional() })).output(
    z.object({
      path: z.string(),
      /** Null at the top of the disk. */
      parent: z.string().nullable(),
      /** Where browsing may begin: the home folder, what was named or allowed, the top of the disk. */
      roots: z.array(z.string()),
      /** Whether it may be read without a question. */
      isAllowed: z.boolean(),
      entries: z.array(folderEntrySchema),
    }),
  ),
  /** Histories at or below a folder that may be read, by a short search; null where it may not be read yet. */
  count: method.input(byPath).output(z.object({ histories: z.int(), isCut: z.boolean() }).nullable()),
  /** Fails where nothing is there, where it cannot be read, and where secrets are kept. */
  judge: method.input(byPath).output(folderJudgementSchema),
  /** Folders outside of the home folder that may be read. */
  allowed: method.output(z.array(z.string())),
  /** Lets Dewpoint read a folder from now on; kept over restarts. */
  allow: method.input(byPath).output(z.void()),
  /** Closes it again, and follows nothing in it any more. Its tasks stay listed. */
  revoke: method.input(byPath).output(z.void()),
}
