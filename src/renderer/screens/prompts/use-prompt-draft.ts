import { useRef, useState } from 'react'
import { z } from 'zod'
import type { PagePreference } from '../../../shared/kernel/page-preferences.ts'
import type { Prompt } from '../../../shared/prompts/prompt-types.ts'
import { usePreference } from '../../data/use-preference.ts'

/** A draft as it is stored, or null where there is none. */
export const promptDraftSchema = z.object({ text: z.string(), note: z.string() }).nullable()
/** Key of the preference that holds the draft of a prompt. */
export const buildDraftKey = (promptId: string): PagePreference => `draft.prompt.${promptId}`

type Draft = { readonly text: string; readonly note: string }

/** The draft of a text, kept when the window closes. */
export type PromptDraft = {
  readonly draft: Draft
  /** The draft with what was typed since the last picture. */
  readonly current: () => Draft
  /** Grows with every change that was not typed into the editor. */
  readonly revision: number
  readonly type: (text: string) => void
  readonly annotate: (note: string) => void
  readonly discard: () => void
}

/** The draft of a prompt's next version, with the newest text where nothing was changed. */
export function usePromptDraft(prompt: Prompt): PromptDraft {
  const [stored, store] = usePreference(buildDraftKey(prompt.id), promptDraftSchema, null)
  const [typed, setTyped] = useState<Draft | null>(stored)
  const [discards, setDiscards] = useState(0)
  const newest = { text: prompt.versions.at(-1)?.text ?? '', note: '' }
  // A note may follow the last key in the text so soon that nothing was drawn between them.
  const latest = useRef(typed)
  const readCurrentDraft = (): Draft => latest.current ?? newest
  const put = (next: { text: string; note: string } | null): void => {
    latest.current = next
    setTyped(next)
    store(next)
  }
  return {
    draft: typed ?? newest,
    current: readCurrentDraft,
    revision: discards + prompt.versions.length,
    type: (text) => put({ ...readCurrentDraft(), text }),
    annotate: (note) => put({ ...readCurrentDraft(), note }),
    discard: () => {
      put(null)
      setDiscards(discards + 1)
    },
  }
}
