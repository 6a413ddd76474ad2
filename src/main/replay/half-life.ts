/**
 * Half-life in cycles of shares that decay: with survival 2^(-n/h) after n cycles, least squares through the origin of
 * ln(share) on n give 1/h. Nothing left counts as half a fact. Null where nothing was lost, or there is nothing to fit.
 */
export function halfLife(survivals: readonly number[], facts: number): number | null {
  if (survivals.length === 0 || facts === 0 || survivals.every((share) => share === 1)) return null
  let products = 0
  let squares = 0
  survivals.forEach((share, index) => {
    products += (index + 1) * Math.log(Math.max(share, 0.5 / facts))
    squares += (index + 1) ** 2
  })
  return -Math.LN2 / (products / squares)
}
