import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import type { PromptReference } from '../../../shared/prompts/prompt-types.ts'
import type { Method } from '../../kernel/method.ts'
import type { Store } from '../../platform/store/store.ts'
import { Problem } from '../common/problem.ts'
import { requirePromptVersion } from './find-prompt.ts'

/** The setting with the text of the prompt that a run names, and which version that is; nothing where it names none. */
export async function resolvePrompt(
  store: Pick<Store, 'prompts'>,
  request: Pick<RunRequest, 'prompt'>,
  provider: Method,
): Promise<{ readonly settings: Settings; readonly reference: PromptReference | null }> {
  const { prompt: wanted } = request
  if (wanted === undefined) return { settings: {}, reference: null }
  const setting = requirePromptSetting(provider, wanted.promptId)
  const { prompt, version } = await requirePromptVersion(store, wanted)
  return {
    settings: { [setting]: version.text },
    reference: { promptId: prompt.id, version: version.version },
  }
}

/** The setting of a provider that holds its prompt; a problem where it takes none. `where` is the prompt that it got. */
export function requirePromptSetting(provider: Method, where: string): string {
  if (provider.promptSetting !== undefined) return provider.promptSetting
  throw new Problem({
    code: 'bad-input',
    message: `${provider.label} takes no prompt`,
    where,
    hint: 'Leave the prompt out, or choose a provider that asks a model.',
  })
}
