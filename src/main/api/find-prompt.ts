import type { RunRequest } from '../../shared/api/runs.ts'
import { parsePresetReference } from '../../shared/domain/preset-reference.ts'
import { builtInPrompts } from '../engine/prompts/built-in.ts'
import type { Store } from '../store/store.ts'

/**
 * The prompt that a text means: `id` or `id@version`, else the name of one, whose capitals do not matter. Where there
 * is none, what is asked for is the text as an id.
 */
export async function findPrompt(
  store: Pick<Store, 'prompts'>,
  text: string,
): Promise<NonNullable<RunRequest['prompt']>> {
  const prompts = [...builtInPrompts, ...(await store.prompts.list())]
  const { id, version } = parsePresetReference(text)
  const wanted = version === null ? {} : { version }
  if (prompts.some((prompt) => prompt.id === id)) return { promptId: id, ...wanted }
  const named = (name: string): string | undefined =>
    prompts.find((prompt) => prompt.name.toLowerCase() === name.toLowerCase())?.id
  // A name may end as a version does.
  const whole = named(text)
  if (whole !== undefined) return { promptId: whole }
  return { promptId: named(id) ?? id, ...wanted }
}
