import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { Policy } from '../../../shared/installation/policy-types.ts'
import {
  parsePresetReference,
  formatPresetReference,
} from '../../../shared/methods/preset-reference-types.ts'
import type { PromptReference } from '../../../shared/prompts/prompt-types.ts'
import type { CondensingPrompts } from '../../kernel/condensing-prompts.ts'
import { builtInPrompts } from '../../kernel/prompts/built-in.ts'
import type { Store } from '../../platform/store/store.ts'
import { Problem } from '../common/problem.ts'
import { requirePromptVersion } from './find-prompt.ts'

type PromptStore = Pick<Store, 'prompts' | 'profiles'>

/** The prompts that hold where settings have none, and which one that is for the run's own model. */
export type DefaultPrompts = {
  readonly prompts: CondensingPrompts
  /** Null for the built-in one. */
  readonly reference: PromptReference | null
  readonly warnings: readonly Warning[]
}

/**
 * The condensing prompts of a run: that of each profile it may ask, else that of the policy. `profileId` is the one
 * whose model the run asks, `named` are those that settings name. One that is gone is left out, with a warning.
 */
export async function findCondensingPrompts(
  store: PromptStore,
  policy: Pick<Policy, 'condensingPrompt'>,
  { profileId, named }: { readonly profileId: string | null; readonly named: readonly string[] },
): Promise<DefaultPrompts> {
  const warnings = new Map<string, Warning>()
  const lookUp = async (text: string, whose: string): Promise<Found | null> => {
    const found = await find(store, text)
    if (found === null) warnings.set(whose, buildMissingPromptWarning(text, whose))
    return found
  }
  const ofPolicy =
    policy.condensingPrompt === null ? null : await lookUp(policy.condensingPrompt, 'the policy')
  const findProfilePrompt = async (id: string | null): Promise<Found | null> => {
    const profile = id === null ? null : await store.profiles.get(id)
    if (profile?.condensingPrompt == null) return null
    return lookUp(profile.condensingPrompt, `the profile ${profile.id}`)
  }
  const own = await findProfilePrompt(profileId)
  const chosen = own ?? ofPolicy
  const byProfile: Record<string, string> = {}
  for (const id of named) {
    const found = await findProfilePrompt(id)
    if (found !== null) byProfile[id] = found.text
  }
  return {
    prompts: { own: chosen?.text ?? null, inherited: ofPolicy?.text ?? null, byProfile },
    reference: chosen === null ? null : { ...chosen.reference, from: own === null ? 'policy' : 'profile' },
    warnings: [...warnings.values()],
  }
}

type Found = { readonly text: string; readonly reference: PromptReference }

async function find(store: PromptStore, text: string): Promise<Found | null> {
  const { id, version } = parsePresetReference(text)
  const prompt = builtInPrompts.find((known) => known.id === id) ?? (await store.prompts.get(id))
  const found =
    version === null ? prompt?.versions.at(-1) : prompt?.versions.find((known) => known.version === version)
  return found === undefined
    ? null
    : { text: found.text, reference: { promptId: id, version: found.version } }
}

function buildMissingPromptWarning(text: string, whose: string): Warning {
  const message = `The condensing prompt ${text} of ${whose} is gone, so what it would have replaced was used.`
  return { code: 'prompt-missing', message }
}

/**
 * What a person typed for a condensing prompt, as it is kept: `id`, or `id@version` where a version was named. Throws a
 * `Problem` for a prompt that there is not, or that is for something else.
 */
export async function readCondensingPrompt(
  store: Pick<Store, 'prompts'>,
  text: string | null,
): Promise<string | null> {
  if (text === null) return null
  const { prompt, version } = await requirePromptVersion(store, { promptId: text })
  if (prompt.purpose === 'conversation') {
    const isVersioned = text !== prompt.id && text !== prompt.name && /@\d+$/.test(text)
    return isVersioned ? formatPresetReference(prompt.id, version.version) : prompt.id
  }
  throw new Problem({
    code: 'bad-input',
    message: `${prompt.name} is a prompt for the output of a tool`,
    where: text,
    hint: 'Choose a prompt for conversations.',
  })
}

/** Where a prompt is the condensing prompt: `the policy`, `the profile work`. */
export async function listPromptUsers(
  store: PromptStore,
  policy: Pick<Policy, 'condensingPrompt'>,
  promptId: string,
): Promise<readonly string[]> {
  const isIt = (text: string | null): boolean => text !== null && parsePresetReference(text).id === promptId
  const profiles = (await store.profiles.list()).filter(({ condensingPrompt }) => isIt(condensingPrompt))
  return [
    ...(isIt(policy.condensingPrompt) ? ['the policy'] : []),
    ...profiles.map(({ id }) => `the profile ${id}`),
  ]
}
