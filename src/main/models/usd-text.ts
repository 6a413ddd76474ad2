/** US dollars for a sentence: cents, and finer where cents would say nothing. */
export function usdText(valueUsd: number): string {
  if (valueUsd === 0) return '$0'
  if (valueUsd < 0.0001) return 'less than $0.0001'
  return `$${valueUsd.toFixed(valueUsd < 0.1 ? 4 : 2)}`
}
