import { Code } from '@mantine/core'
import { Fragment } from 'react'

/** A sentence whose `commands`, which stand in backticks, are set as code. */
export function TextWithCode({ text }: { readonly text: string }) {
  return text.split(/`([^`]+)`/).map((part, index) =>
    // Every second part stood in backticks; they never change their order.
    index % 2 === 1 ? <Code key={index}>{part}</Code> : <Fragment key={index}>{part}</Fragment>,
  )
}
