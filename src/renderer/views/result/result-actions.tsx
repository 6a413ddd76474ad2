import { Button } from '@mantine/core'
import { IconDownload, IconRefresh, IconZoomCheck } from '@tabler/icons-react'
import type { RunStatus } from '../../../shared/domain/run.ts'

type Action = { readonly isPending: boolean; readonly mutate: () => void }

type ResultActionsProps = {
  readonly status: RunStatus
  readonly expand: Action
  readonly download: Action
  readonly again: Action
}

/** What can be done with a run in its state: only a condensed one has a result to take away. */
export function ResultActions({ status, expand, download, again }: ResultActionsProps) {
  return (
    <>
      {status === 'condensed' && (
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconZoomCheck size={14} aria-hidden />}
            loading={expand.isPending}
            onClick={() => expand.mutate()}
          >
            Expand
          </Button>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download JSON
          </Button>
        </>
      )}
      {status !== 'running' && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          Run again
        </Button>
      )}
    </>
  )
}
