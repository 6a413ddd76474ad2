import { VisuallyHidden } from '@mantine/core'

/** A name in the room that there is; whoever rests on it or cannot see it gets the whole. */
export function ShortName({ name, short }: { readonly name: string; readonly short: string }) {
  if (short === name) return <span>{name}</span>
  return (
    <span title={name}>
      <span aria-hidden>{short}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}
