import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The commit that the work in this checkout began at, for the fast half of the gate; null where git does not know. */
export function findBase(): string | null {
  return (ask('merge-base', 'HEAD', 'main') ?? ask('merge-base', 'HEAD', 'origin/main'))?.trim() ?? null
}

/**
 * Sources that have changed since a commit, for the linter: rules that need types take as long as the compiler on all
 * of them. Null where all have to be read.
 */
export function listChangedFiles(base: string): readonly string[] | null {
  const changed = ask('diff', '--name-only', '--diff-filter=d', base)
  const added = ask('ls-files', '--others', '--exclude-standard')
  return changed === null || added === null ? null : pickLinted(`${changed}\n${added}`.split('\n'))
}

/** Those files that the linter reads; null, which is all, where one of them is a rule. */
export function pickLinted(files: readonly string[]): readonly string[] | null {
  if (files.some((file) => file === '.oxlintrc.json' || file.startsWith('scripts/lint/'))) return null
  return files.filter((file) => /\.tsx?$/.test(file))
}

function ask(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : null
}
