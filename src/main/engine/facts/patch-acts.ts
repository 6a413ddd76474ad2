import type { Act } from './act.ts'

const fileLine = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/gm
const kinds = { 'Add File': 'create', 'Update File': 'edit', 'Delete File': 'delete' } as const

/** What a patch in the format of `apply_patch` does to files; none for a text without such lines. */
export function patchActs(patch: string): Act[] {
  const acts: Act[] = []
  for (const [, what = '', rest = ''] of patch.matchAll(fileLine)) {
    const path = rest.trim()
    const before = acts.at(-1)
    if (what !== 'Move to') {
      // The pattern lets no other words through.
      acts.push({ kind: kinds[what as keyof typeof kinds], path })
    } else if (before?.kind === 'edit') acts.push({ kind: 'move', path: before.path, to: path })
  }
  return acts
}
