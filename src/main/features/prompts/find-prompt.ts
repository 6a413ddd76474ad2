import { findNamed, type FoundNamed } from '../../../shared/kernel/find-named.ts'
import { parsePresetReference } from '../../../shared/methods/preset-reference-types.ts'
import type { Prompt, PromptVersion } from '../../../shared/prompts/prompt-types.ts'
import { builtInPrompts } from '../../kernel/prompts/built-in.ts'
import type { Store } from '../../platform/store/store.ts'
import { Problem } from '../common/problem.ts'

export type FoundPrompt = { readonly prompt: Prompt; readonly version: PromptVersion }

/**
 * The prompt that a text means, by its id, its name or the beginning of either, in the version that `version` or the
 * end of the text (`short@2`) says, else the newest. Throws a `Problem` where there is none, or where several fit.
 */
export async function requirePromptVersion(
  store: Pick<Store, 'prompts'>,
  { promptId: text, version: wanted }: { readonly promptId: string; readonly version?: number | undefined },
): Promise<FoundPrompt> {
  const prompts = [...builtInPrompts, ...(await store.prompts.list())]
  // A name may end as a version does.
  const whole = findNamed(prompts, text, (prompt) => prompt)
  const parsed = parsePresetReference(text)
  const hasVersion = whole.kind === 'none' && wanted === undefined && parsed.version !== null
  const found = hasVersion ? findNamed(prompts, parsed.id, (prompt) => prompt) : whole
  const prompt = requireOnePrompt(found, text)
  return { prompt, version: pickPromptVersion(prompt, hasVersion ? (parsed.version ?? undefined) : wanted) }
}

function requireOnePrompt(found: FoundNamed<Prompt>, text: string): Prompt {
  if (found.kind === 'found') return found.item
  if (found.kind === 'none') {
    throw new Problem({
      code: 'not-found',
      message: `There is no prompt ${text}`,
      where: text,
      hint: '`dewpoint prompts list` shows the prompts.',
    })
  }
  throw new Problem({
    code: 'bad-input',
    message: `Several prompts fit ${text}`,
    where: text,
    hint: `Name one of: ${found.items.map(({ id }) => id).join(', ')}.`,
  })
}

function pickPromptVersion({ id, name, versions }: Prompt, wanted: number | undefined): PromptVersion {
  const version = wanted === undefined ? versions.at(-1) : versions.find((known) => known.version === wanted)
  if (version !== undefined) return version
  throw new Problem({
    code: 'not-found',
    message: `The prompt ${name} has no version ${wanted ?? ''}`,
    where: id,
    hint: `It has versions 1 to ${versions.length}.`,
  })
}
