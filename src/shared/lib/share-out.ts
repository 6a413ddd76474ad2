/** Whole numbers for shares of a whole number, none lost: each is what has come together so far, less what is given. */
export function shareOut(shares: readonly number[], total: number): number[] {
  const sum = shares.reduce((all, share) => all + share, 0)
  let passed = 0
  let given = 0
  return shares.map((share) => {
    passed += share
    const own = (sum === 0 ? 0 : Math.round((total * passed) / sum)) - given
    given += own
    return own
  })
}
