/** Binds figures to their units, so that neither `%` nor `ms` begins a line. */
export function keepUnits(text: string): string {
  return text.replaceAll(/(\d) (?=%|ms\b|s\b)/g, '$1\u202f')
}
