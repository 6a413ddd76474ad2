/** Who was asked, as a message names it. */
export type Asked = {
  /** With its port where it has one: `api.anthropic.com`, `127.0.0.1:11434`. */
  readonly host: string
  /** Without query and without a name or password. */
  readonly address: string
  /** As the vendor calls it. */
  readonly model: string
  readonly hasKey: boolean
}
