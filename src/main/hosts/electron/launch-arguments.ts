import { resolve } from 'node:path'
import { z } from 'zod'
import { linkScheme } from './deep-link.ts'

/** What a launch asks for, from the command line of this process or of a second one that forwards it. */
export const launchRequestSchema = z.object({
  /** Absolute paths of task folders or files to open. */
  targets: z.array(z.string()).optional(),
  /** `dewpoint://…` link to follow. */
  link: z.string().optional(),
})
export type LaunchRequest = Readonly<z.infer<typeof launchRequestSchema>>

export type LaunchArguments = {
  readonly request: LaunchRequest
  /** Absolute path from `--data`. */
  readonly dataFolder: string | undefined
}

/**
 * Reads a desktop command line: `[--data DIR] [folders… | link]`. Switches of Electron and Chromium are skipped. The
 * script that a development runtime is started with (`isPackaged` false) is not taken for a folder.
 */
export function readLaunchArguments(
  argv: readonly string[],
  { isPackaged, workingFolder }: { readonly isPackaged: boolean; readonly workingFolder: string },
): LaunchArguments {
  const words = argv.slice(1)
  const at = words.indexOf('--data')
  const spaced = at === -1 ? undefined : words[at + 1]
  const joined = words.find((word) => word.startsWith('--data='))?.slice('--data='.length)
  const data = spaced ?? joined
  const positions = words
    .filter((_word, index) => at === -1 || (index !== at && index !== at + 1))
    .filter((word) => !word.startsWith('-'))
    .slice(isPackaged ? 0 : 1)
  const link = positions.find((word) => word.startsWith(`${linkScheme}:`))
  const targets = positions.filter((word) => !word.startsWith(`${linkScheme}:`))
  return {
    dataFolder: data ? resolve(workingFolder, data) : undefined,
    request: {
      ...(targets.length === 0 ? {} : { targets: targets.map((target) => resolve(workingFolder, target)) }),
      ...(link === undefined ? {} : { link }),
    },
  }
}
