import { Table } from '@mantine/core'
import type { TelemetryEvent } from '../../../../shared/condense/outcome-types.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Block } from '../../../ui/layout/layout.tsx'

/** What happened in which order, as an agent would report it. It holds no content and is sent nowhere. */
export function EventsTable({ events }: { readonly events: readonly TelemetryEvent[] }) {
  return (
    <>
      <Block component="p" p="md" c="dimmed">
        Events in order, as an agent reports them. Stored with the run, sent nowhere.
      </Block>
      <Table w="auto" aria-label="Events">
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="Event" />
            <HeadCell label="Provider" />
            <HeadCell label="Detail" />
            <HeadCell label="Flags" term="marks" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event, index) => (
            <Table.Tr key={index}>
              <Table.Td>{event.kind}</Table.Td>
              <Table.Td>{event.providerId}</Table.Td>
              <Table.Td>{event.detail || '–'}</Table.Td>
              <Table.Td>{describeFlags(event)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

function describeFlags({ isAutomatic, usedCustomPrompt, usedOwnHandler }: TelemetryEvent): string {
  return [
    isAutomatic ? 'automatic' : 'by hand',
    ...(usedCustomPrompt ? ['custom prompt'] : []),
    ...(usedOwnHandler ? ['own handler'] : []),
  ].join(', ')
}
