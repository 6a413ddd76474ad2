/** What decides when to condense where nobody says otherwise. */
export const usualTrigger = {
  windowTokens: 200_000,
  thresholdPercent: 75,
  /** Output tokens that are reserved where nobody says how many the model may write. */
  reservedTokens: 8192,
  /** Share of the window that stays free as a safety margin. */
  freeShare: 0.1,
} as const
