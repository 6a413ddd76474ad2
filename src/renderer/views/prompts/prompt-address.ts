/** Tabs of a prompt, in their order. */
export const promptTabs = ['text', 'compare', 'versions'] as const
/** One of the tabs. */
export type PromptTab = (typeof promptTabs)[number]

/** What the address says behind `/prompts`; null where it says nothing. */
export type PromptAddress = {
  readonly promptId: string | null
  readonly tab: string | null
  readonly before: string | null
  readonly after: string | null
}
