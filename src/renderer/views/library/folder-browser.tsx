import { Button, Group, Modal, TextInput } from '@mantine/core'
import { IconArrowUp, IconFile, IconFileText, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FolderEntry } from '../../../shared/api/folders.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useTaskOpener } from '../../data/use-task-opener.ts'
import styles from './folder-browser.module.css'

/** Folders of the machine that the engine runs on: arrows move, Enter goes in or opens, Backspace goes up. */
export function FolderBrowser({ onClose }: { readonly onClose: () => void }) {
  const { queries } = useEngine()
  const { open } = useTaskOpener()
  const [path, setPath] = useState<string | null>(null)
  const listing = useQuery(queries.folders.list.queryOptions({ input: path === null ? {} : { path } }))
  const openPath = (target: string): void => {
    onClose()
    void open([{ kind: 'path', path: target }])
  }
  const enter = (entry: FolderEntry): void =>
    entry.isTask || !entry.isFolder ? openPath(entry.path) : setPath(entry.path)
  const parent = listing.data?.parent ?? null
  return (
    <Modal
      opened
      onClose={onClose}
      title="Open folder"
      size={720}
      onKeyDown={(event) => {
        const typing = event.target instanceof HTMLInputElement
        if (event.key === 'Backspace' && !typing && parent !== null) setPath(parent)
      }}
    >
      <PathLine
        key={listing.data?.path ?? ''}
        path={listing.data?.path ?? path ?? ''}
        parent={parent}
        onGo={setPath}
      />
      <Roots roots={listing.data?.roots ?? []} onGo={setPath} />
      <div className={styles.list}>
        {listing.isPending && <SkeletonRows rows={8} label="Reading the folder" />}
        {listing.isError && (
          <ErrorPanel problem={toProblem(listing.error)} onRetry={() => void listing.refetch()} />
        )}
        {listing.isSuccess && (
          <EntryList key={listing.data.path} entries={listing.data.entries} onEnter={enter} />
        )}
      </div>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={listing.data === undefined}
          onClick={() => listing.data && openPath(listing.data.path)}
        >
          Open this folder
        </Button>
      </Group>
    </Modal>
  )
}

type RootsProps = { readonly roots: readonly string[]; readonly onGo: (path: string) => void }

/** Where browsing may begin. */
function Roots({ roots, onGo }: RootsProps) {
  return (
    <Group gap="xs" mt="xs">
      {roots.map((root) => (
        <Button key={root} size="compact-xs" variant="default" onClick={() => onGo(root)}>
          {root}
        </Button>
      ))}
    </Group>
  )
}

type PathLineProps = {
  readonly path: string
  readonly parent: string | null
  readonly onGo: (path: string) => void
}

function PathLine({ path, parent, onGo }: PathLineProps) {
  const [typed, setTyped] = useState(path)
  return (
    <form
      className={styles.path}
      onSubmit={(event) => {
        event.preventDefault()
        onGo(typed)
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
      <TextInput
        aria-label="Path"
        className={styles.input ?? ''}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}

type EntryListProps = {
  readonly entries: readonly FolderEntry[]
  readonly onEnter: (entry: FolderEntry) => void
}

function EntryList({ entries, onEnter }: EntryListProps) {
  const [selected, setSelected] = useState(0)
  if (entries.length === 0) return <EmptyPanel>Nothing to open in this folder.</EmptyPanel>
  return (
    <VirtualList
      label="Folders and histories"
      takesFocus
      count={entries.length}
      selected={selected}
      onSelect={setSelected}
      onOpen={(position) => entries[position] && onEnter(entries[position])}
      renderRow={(position) => {
        const entry = entries[position]
        if (entry === undefined) return null
        const Mark = entry.isTask ? IconFileText : entry.isFolder ? IconFolder : IconFile
        return (
          <span className={styles.entry}>
            <Mark size={14} stroke={1.5} aria-hidden />
            <span className={styles.name}>{entry.name}</span>
            {entry.isTask && <span className={styles.task}>task</span>}
          </span>
        )
      }}
    />
  )
}
