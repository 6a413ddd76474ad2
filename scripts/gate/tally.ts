/** What a step of the gate adds to the last line. A check that runs no tests counts as one. */
export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** Sums tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce<Tally>(
    (sum, next) => ({
      passed: sum.passed + next.passed,
      failed: sum.failed + next.failed,
      skipped: sum.skipped + next.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** The last line of the gate: `N passed, N failed, N skipped`. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** How a command ended; `code` is null where a signal ended it or it could not be started. */
export type Ending = { readonly code: number | null }

/** A check without tests of its own: one passed or one failed. */
export function tallyCheck({ code }: Ending): Tally {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

/**
 * A run of tests: the counts of its report, held against its exit code. A missing report, a report without a
 * passed or failed test where there must be some, and a bad exit code that no failed test explains count as one
 * failure each.
 */
export function tallyTests({ code }: Ending, reported: Tally | null, mayBeEmpty = false): Tally {
  if (reported === null) return { passed: 0, failed: 1, skipped: 0 }
  const ran = reported.passed + reported.failed
  const isUnexplained = reported.failed === 0 && (code !== 0 || (ran === 0 && !mayBeEmpty))
  return isUnexplained ? { ...reported, failed: 1 } : reported
}
