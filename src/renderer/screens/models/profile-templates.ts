import { makeSlug } from '../../../shared/kernel/make-slug.ts'
import { emptyDraft, type ProfileDraft } from './profile-draft.ts'

/** Where a new profile begins. */
export type ProfileTemplate = {
  readonly label: string
  readonly about: string
  readonly draft: Partial<ProfileDraft>
}

/** The vendors and servers that people ask for, with their usual addresses. */
export const profileTemplates: readonly ProfileTemplate[] = [
  {
    label: 'Anthropic',
    about: 'api.anthropic.com',
    draft: {
      vendor: 'anthropic',
      model: 'claude-sonnet-4-5',
      windowTokens: 200_000,
      maxOutputTokens: 8192,
      supportsImages: true,
    },
  },
  {
    label: 'OpenAI',
    about: 'api.openai.com',
    draft: {
      vendor: 'openai',
      model: 'gpt-5-mini',
      windowTokens: 400_000,
      maxOutputTokens: 16_384,
      supportsImages: true,
      api: 'responses',
    },
  },
  {
    label: 'Ollama',
    about: '127.0.0.1:11434',
    draft: { vendor: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', windowTokens: 32_768 },
  },
  {
    label: 'LM Studio',
    about: '127.0.0.1:1234',
    draft: { vendor: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1', windowTokens: 32_768 },
  },
  {
    label: 'vLLM',
    about: '127.0.0.1:8000',
    draft: { vendor: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1', windowTokens: 32_768 },
  },
  {
    label: 'OpenRouter',
    about: 'openrouter.ai',
    draft: {
      vendor: 'openai-compatible',
      baseUrl: 'https://openrouter.ai/api/v1',
      keyVariable: 'OPENROUTER_API_KEY',
    },
  },
  {
    label: 'Recorded answers',
    about: 'from a file, without a key',
    draft: { vendor: 'recorded', model: 'recorded', maxOutputTokens: 8192 },
  },
]

/** A form of a template, with a name and an id that nothing else has. */
export function createTemplateDraft(template: ProfileTemplate, taken: readonly string[]): ProfileDraft {
  return { ...emptyDraft, ...template.draft, ...findFreeName(template.label, taken) }
}

/** A copy of a form under another name. */
export function copyDraft(draft: ProfileDraft, taken: readonly string[]): ProfileDraft {
  return { ...draft, ...findFreeName(`${draft.name} copy`, taken) }
}

function findFreeName(
  label: string,
  taken: readonly string[],
): { readonly id: string; readonly name: string } {
  const slug = makeSlug(label, 60)
  const base = slug === '' || slug === 'extractive' ? 'profile' : slug
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base.slice(0, 58)}-${number}`
    if (!taken.includes(id)) return { id, name: number === 1 ? label : `${label} ${number}` }
  }
}
