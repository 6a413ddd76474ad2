import type { PartKind } from '../../../../shared/kernel/part.ts'

/** What a kind of part is called and which colour it has in every chart, badge, strip and legend. */
export type KindLook = { readonly label: string; readonly short: string; readonly color: string }

/** The look of every kind, once for the whole workbench. */
export const kindLooks: Readonly<Record<PartKind, KindLook>> = {
  'user-text': { label: 'User text', short: 'user', color: 'var(--kind-user-text)' },
  'assistant-text': { label: 'Assistant text', short: 'text', color: 'var(--kind-assistant-text)' },
  reasoning: { label: 'Reasoning', short: 'reasoning', color: 'var(--kind-reasoning)' },
  'hidden-reasoning': {
    label: 'Hidden reasoning',
    short: 'hidden reasoning',
    color: 'var(--kind-hidden-reasoning)',
  },
  'tool-call': { label: 'Tool call', short: 'call', color: 'var(--kind-tool-call)' },
  'tool-result': { label: 'Tool result', short: 'result', color: 'var(--kind-tool-result)' },
  environment: { label: 'Environment', short: 'env', color: 'var(--kind-environment)' },
  image: { label: 'Image', short: 'image', color: 'var(--kind-image)' },
  summary: { label: 'Summary', short: 'summary', color: 'var(--kind-summary)' },
  opaque: { label: 'Opaque', short: 'opaque', color: 'var(--kind-opaque)' },
}
