/** HTML that is safe to show. Only `safeHtml` and `trustMarkup` of the reports make it. */
export type Markup = { readonly markup: string }

/** A drawing; what it shows is in a table as well, which is all that terminal and Markdown have of it. */
export type ChartBlock = {
  readonly kind: 'chart'
  readonly title: string
  readonly svg: Markup
  /** How to read it. */
  readonly note: string
  readonly legend: readonly { readonly sign: Markup; readonly text: string }[]
}
