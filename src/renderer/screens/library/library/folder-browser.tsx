import { Button, Group, Modal, Text } from '@mantine/core'
import { IconFile, IconFileText, IconFolder } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FolderEntry } from '../../../../shared/library/folders-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { useTaskOpener } from '../../../data/use-task-opener.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { VirtualList } from '../../../ui/components/lists/virtual-list.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Inline, Note, Panel, Row } from '../../../ui/layout/layout.tsx'
import { PathLine } from './path-line.tsx'

/** A place to open, and the folder that has to be allowed before. */
type Asked = { readonly path: string; readonly folder: string }

/** Folders of the machine that the engine runs on: arrows move, Enter goes in or opens, Backspace goes up. */
export function FolderBrowser({ onClose }: { readonly onClose: () => void }) {
  const { queries } = useEngine()
  const [path, setPath] = useState<string | null>(null)
  /** What stands in the line where somebody has changed it. */
  const [typed, setTyped] = useState<string | null>(null)
  const show = (next: string): void => {
    setTyped(null)
    setPath(next)
  }
  const { openPath, goTo, asked, refuse, allow, problem, clear } = useOpening(onClose, show)
  const input = path === null ? {} : { path }
  // What was listed before stays, so that nothing jumps while somebody points at a button.
  const listing = useQuery(queries.folders.list.queryOptions({ input, placeholderData: keepPreviousData }))
  const isComing = listing.isPending || listing.isPlaceholderData
  const enter = (entry: FolderEntry): void =>
    entry.isTask || !entry.isFolder ? void openPath(entry.path) : show(entry.path)
  const parent = listing.data?.parent ?? null
  const place = (isComing ? path : listing.data?.path) ?? ''
  if (asked !== null) return <AllowQuestion asked={asked} onRefuse={refuse} onAllow={allow} />
  return (
    <Modal
      opened
      onClose={onClose}
      title="Open folder"
      size={720}
      onKeyDown={(event) => {
        const typing = event.target instanceof HTMLInputElement
        if (event.key === 'Backspace' && !typing && parent !== null) show(parent)
      }}
    >
      <PathLine
        typed={typed ?? place}
        onType={setTyped}
        path={place}
        parent={parent}
        onGo={(next) => void goTo(next)}
      />
      <Roots roots={listing.data?.roots ?? []} onGo={show} />
      {problem !== null && <ErrorPanel title="Could not open" problem={problem} onDismiss={clear} />}
      <Panel h={340} mt="sm" clip>
        {isComing && <SkeletonRows rows={8} label="Reading the folder" />}
        {listing.isError && (
          <ErrorPanel problem={toProblem(listing.error)} onRetry={() => void listing.refetch()} />
        )}
        {listing.isSuccess && !isComing && (
          <EntryList key={listing.data.path} entries={listing.data.entries} onEnter={enter} />
        )}
      </Panel>
      <Foot
        listing={isComing ? undefined : listing.data}
        target={(typed ?? place).trim()}
        onClose={onClose}
        onOpen={(target) => void openPath(target)}
      />
    </Modal>
  )
}

type FootProps = {
  readonly listing: { readonly path: string; readonly isAllowed: boolean } | undefined
  /** What is opened; empty where nothing is known yet. */
  readonly target: string
  readonly onClose: () => void
  readonly onOpen: (target: string) => void
}

function Foot({ listing, target, onClose, onOpen }: FootProps) {
  return (
    <Group gap="sm" mt="md" wrap="nowrap">
      <Note component="div" flex={1} miw={0} role="status">
        {listing !== undefined &&
          (listing.isAllowed ? (
            <Count path={listing.path} />
          ) : (
            'Outside your home folder: Dewpoint asks before it reads anything in it.'
          ))}
      </Note>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button disabled={target === ''} onClick={() => onOpen(target)}>
        Open this folder
      </Button>
    </Group>
  )
}

/** Opens a place, after a question where its folder is not allowed yet; what is typed may be a file. */
function useOpening(onClose: () => void, onGo: (path: string) => void) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const { open } = useTaskOpener()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [problem, setProblem] = useState<ProblemView | null>(null)
  const openNow = (path: string): void => {
    onClose()
    void open([{ kind: 'path', path }])
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setAsked(null)
      setProblem(toProblem(error))
    }
  }
  const openPath = (path: string): Promise<void> =>
    attempt(async () => {
      const { ask } = await client.folders.judge({ path })
      if (ask === null) openNow(path)
      else setAsked({ path, folder: ask })
    })
  return {
    asked,
    problem,
    openPath,
    goTo: (typed: string) =>
      attempt(async () => {
        const { isFile } = await client.folders.judge({ path: typed })
        if (isFile) await openPath(typed)
        else onGo(typed)
      }),
    refuse: () => setAsked(null),
    clear: () => setProblem(null),
    allow: ({ path, folder }: Asked) =>
      attempt(async () => {
        await client.folders.allow({ path: folder })
        await queryClient.invalidateQueries({ queryKey: queries.folders.key() })
        openNow(path)
      }),
  }
}

type QuestionProps = {
  readonly asked: Asked
  readonly onRefuse: () => void
  readonly onAllow: (asked: Asked) => Promise<void>
}

/** Asks once for each folder outside of home. */
function AllowQuestion({ asked, onRefuse, onAllow }: QuestionProps) {
  const [isAllowing, setAllowing] = useState(false)
  return (
    <Modal
      opened
      onClose={onRefuse}
      title={<Inline breaks>Allow Dewpoint to read {asked.folder}?</Inline>}
      size={520}
    >
      <Text size="sm" mb="lg">
        This folder is outside your home folder. Dewpoint reads the histories in it and watches for new ones.
        It changes nothing there. Your answer is remembered. You can take it back in Settings.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onRefuse}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={isAllowing}
          onClick={() => {
            setAllowing(true)
            void onAllow(asked)
          }}
        >
          Allow
        </Button>
      </Group>
    </Modal>
  )
}

/** Histories in a folder, found by a short search. */
function Count({ path }: { readonly path: string }) {
  const { queries } = useEngine()
  const found = useQuery(queries.folders.count.queryOptions({ input: { path }, staleTime: 60_000 })).data
  if (found === undefined || found === null) return null
  if (found.histories === 0) return found.isCut ? 'No histories near the top' : 'No histories'
  return `${formatCountWithNoun(found.histories, 'history', 'histories')}${found.isCut ? ' or more' : ''}`
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

type EntryListProps = {
  readonly entries: readonly FolderEntry[]
  readonly onEnter: (entry: FolderEntry) => void
}

function EntryList({ entries, onEnter }: EntryListProps) {
  const [selected, setSelected] = useState(0)
  if (entries.length === 0) return <EmptyPanel>No folders and no histories in here.</EmptyPanel>
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
          <Row component="span" h="100%" px="sm">
            <Mark size={14} stroke={1.5} aria-hidden />
            <Inline cut>{entry.name}</Inline>
            {entry.isTask ? (
              <Inline flex="none" ml="auto" tone="good" fz={11}>
                task
              </Inline>
            ) : (
              entry.isFolder && (
                <Inline flex="none" ml="auto" tone="good" fz={11}>
                  <EntryCount path={entry.path} />
                </Inline>
              )
            )}
          </Row>
        )
      }}
    />
  )
}

/** The same beside a folder of the list, and nothing where there is none. */
function EntryCount({ path }: { readonly path: string }) {
  const { queries } = useEngine()
  const found = useQuery(queries.folders.count.queryOptions({ input: { path }, staleTime: 60_000 })).data
  return found && found.histories > 0 ? <Count path={path} /> : null
}
