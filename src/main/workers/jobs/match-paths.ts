import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { isBarrenFolder } from '../../importers/is-barren-folder.ts'
import type { Job } from '../job.ts'

type MatchPathsInput = {
  readonly folder: string
  readonly pattern: string
  /** Names that the pattern may be held against. */
  readonly mostNames: number
}

/** Paths below a folder that match a pattern, as seen from it, in the order in which they are found. */
export const matchPaths: Job<
  MatchPathsInput,
  { readonly paths: readonly string[]; readonly isCut: boolean }
> = async ({ folder, pattern, mostNames }) => {
  let looked = 0
  const exclude = (name: string): boolean => {
    looked += 1
    return looked > mostNames || isBarrenFolder(basename(name))
  }
  const paths: string[] = []
  // What is left out when folders are walked through is still a match of a `*` itself.
  for await (const match of glob(pattern, { cwd: folder, exclude }))
    if (!isBarrenFolder(basename(match))) paths.push(match)
  return { paths, isCut: looked > mostNames }
}
