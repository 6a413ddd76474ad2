/** An edit of the context that Anthropic makes before a request reaches its model. */
export type ContextEdit =
  | {
      readonly kind: 'clear-tool-uses'
      /** Input tokens, counted by the vendor, above which it clears. */
      readonly triggerTokens: number
      /** Newest results that stay. */
      readonly keepResults: number
    }
  | { readonly kind: 'clear-thinking'; readonly keepTurns: number }

/** Input tokens of a request by the vendor's count, before and after an edit of its context. */
export type EditedCount = { readonly originalTokens: number; readonly remainingTokens: number }
