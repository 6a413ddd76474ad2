import { VisuallyHidden } from '@mantine/core'

/** A name cut to the available space, with the whole name as tooltip and for screen readers. */
export function ShortName({ name, short }: { readonly name: string; readonly short: string }) {
  if (short === name) return <span>{name}</span>
  return (
    <span title={name}>
      <span aria-hidden>{short}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}
