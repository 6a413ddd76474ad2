import type { Violation } from '../../../../shared/kernel/violation.ts'
import { Block } from '../../../ui/layout/layout.tsx'

/** The rules that a history for a model must keep: all kept, or those that the source broke already. */
export function ValidityList({ violations }: { readonly violations: readonly Violation[] }) {
  if (violations.length === 0)
    return (
      <Block component="p" p="md" c="dimmed">
        Every rule is kept, so this result is valid for a model.
      </Block>
    )
  return (
    <>
      <Block component="p" p="md" c="dimmed">
        Broken by the source, not by the provider:
      </Block>
      <Block component="ul" pb="md" pr="md" pl={28} fz="xs">
        {violations.map((violation, index) => (
          <li key={index}>
            <strong>{violation.rule}</strong>
            {violation.messageIndex >= 0 && ` in #${violation.messageIndex}`}: {violation.detail}
          </li>
        ))}
      </Block>
    </>
  )
}
