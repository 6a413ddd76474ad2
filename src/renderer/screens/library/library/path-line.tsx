import { Autocomplete, Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../../data/engine-context.ts'
import { Row } from '../../../ui/layout/layout.tsx'

type PathLineProps = {
  /** What stands in the line. */
  readonly typed: string
  readonly onType: (typed: string) => void
  /** The folder that is shown below. */
  readonly path: string
  readonly parent: string | null
  readonly onGo: (path: string) => void
}

/** The line in which a path is typed, with the way up and what it may go on to. */
export function PathLine({ typed, onType, path, parent, onGo }: PathLineProps) {
  return (
    <Row
      component="form"
      align="stretch"
      onSubmit={(event) => {
        event.preventDefault()
        onGo(typed.trim())
      }}
    >
      <Button
        variant="default"
        disabled={parent === null}
        aria-label="Parent folder"
        onClick={() => parent && onGo(parent)}
      >
        <IconArrowUp size={14} aria-hidden />
      </Button>
      <Autocomplete
        aria-label="Path"
        flex={1}
        value={typed}
        data={[...useCompletions(typed, path)]}
        limit={8}
        spellCheck={false}
        onChange={onType}
        onOptionSubmit={onGo}
        size="xs"
      />
    </Row>
  )
}

/** Folders that a typed path may go on to; none for the path that is shown already. */
function useCompletions(typed: string, shown: string): readonly string[] {
  const { queries } = useEngine()
  const end = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf('\\'))
  const start = typed.slice(0, end + 1)
  const isAsked = typed !== shown && end >= 0
  const listing = useQuery(
    queries.folders.list.queryOptions({ input: { path: start }, enabled: isAsked, retry: false }),
  )
  if (!isAsked || listing.data === undefined) return []
  return listing.data.entries
    .filter(({ isFolder, name }) => isFolder && name.startsWith(typed.slice(end + 1)))
    .map(({ name }) => `${start}${name}`)
    .filter((path) => path !== typed)
}
