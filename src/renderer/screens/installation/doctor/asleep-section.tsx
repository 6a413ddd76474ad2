import { Button, Code, Group, Table } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AsleepThing } from '../../../../shared/kernel/asleep.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { OwnCommand } from '../../../data/own-command.tsx'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'

/** What of a restored backup would act outside of Dewpoint, to be confirmed one by one; nothing where there is none. */
export function AsleepSection() {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const things = useQuery(queries.backups.asleep.queryOptions())
  const settle = useMutation({
    mutationFn: ({ code, isConfirmed }: { readonly code: string; readonly isConfirmed: boolean }) =>
      isConfirmed ? client.backups.confirm({ code }) : client.backups.discard({ code }),
    // Profiles, folders and what was written are shown elsewhere.
    onSettled: () => void queryClient.invalidateQueries(),
  })
  const failure = settle.error ?? things.error
  if (failure === null && (things.data === undefined || things.data.length === 0)) return null
  return (
    <FormSection
      title="From a restored backup"
      layout="stack"
      note={
        <>
          This would act outside of Dewpoint. It does nothing until you confirm it. What may run and where a
          key may go is confirmed in a terminal, by{' '}
          <Code>
            <OwnCommand>restored</OwnCommand>
          </Code>
          .
        </>
      }
    >
      {failure !== null && <ErrorPanel problem={toProblem(failure)} />}
      <Table>
        <Table.Tbody>
          {things.data?.map((thing) => (
            <AsleepRow
              key={thing.code}
              thing={thing}
              isBusy={settle.isPending}
              onSettle={(isConfirmed) => settle.mutate({ code: thing.code, isConfirmed })}
            />
          ))}
        </Table.Tbody>
      </Table>
    </FormSection>
  )
}

type AsleepRowProps = {
  readonly thing: AsleepThing
  readonly isBusy: boolean
  readonly onSettle: (isConfirmed: boolean) => void
}

function AsleepRow({ thing: { code, what, isForCommandLine }, isBusy, onSettle }: AsleepRowProps) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{what}</Table.Td>
      <Table.Td w={230}>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {isForCommandLine ? (
            <Code>{code}</Code>
          ) : (
            <Button variant="default" size="xs" disabled={isBusy} onClick={() => onSettle(true)}>
              Confirm
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={isBusy}
            onClick={() => onSettle(false)}
            aria-label={`Throw away: ${what}`}
          >
            Throw away
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
