import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { spotlight } from '@mantine/spotlight'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type DragEvent } from 'react'
import { useLocation } from 'wouter'
import type { RunSummary } from '../../shared/condense/run-types.ts'
import { formatChange } from '../../shared/kernel/format-figures.ts'
import { useEngine } from '../data/engine-context.ts'
import { useTaskOpener } from '../data/use-task-opener.ts'
import { describeProviders } from '../lib/find-run-providers.ts'
import { formatTaskTitle } from '../lib/format-task-title.ts'
import { routes } from '../lib/routes.ts'
import { FolderBrowser } from '../screens/library/library/folder-browser.tsx'
import { OpenFolderContext } from '../screens/library/library/open-folder-context.ts'
import { useShortcuts } from '../ui/components/use-shortcuts.ts'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { screens } from './screens.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StatusBar } from './status-bar.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useOpenTask } from './use-open-task.ts'
import styles from './frame.module.css'

/** Rail, screen and status bar, with what works everywhere: palette, shortcuts, dropping, opening a folder. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const [browserOpen, setBrowserOpen] = useState(false)
  const openFolder = useOpenFolder(() => setBrowserOpen(true))
  const showShortcuts = (): void => setShortcutsOpen(true)
  const toggleScheme = useColorSchemeToggle()
  useHostCommands({ openFolder, showShortcuts, toggleScheme })
  useRunNotices()
  useHistoryKeys()
  useSecondClicks()
  useWindowTitle()
  const view = useRef<HTMLElement>(null)
  useKeptFocus(view)
  const [, navigate] = useLocation()
  const numbered = screens
    .slice(0, 9)
    .map(({ route }, index) => [String(index + 1), () => navigate(route)] as const)
  useShortcuts({ '?': showShortcuts, o: openFolder, ...Object.fromEntries(numbered) })
  return (
    <OpenFolderContext value={openFolder}>
      <DropZone>
        <div className={styles.frame}>
          <Rail />
          <main className={styles.view} ref={view} tabIndex={-1}>
            {children}
          </main>
          <StatusBar />
        </div>
      </DropZone>
      <Palette openFolder={openFolder} showShortcuts={showShortcuts} toggleScheme={toggleScheme} />
      <ShortcutsDialog opened={shortcutsOpen} onClose={() => setShortcutsOpen(false)} />
      {browserOpen && <FolderBrowser onClose={() => setBrowserOpen(false)} />}
    </OpenFolderContext>
  )
}

/** The host's dialog where it has one, the folder browser otherwise. */
function useOpenFolder(browse: () => void): () => void {
  const { host } = useEngine()
  const { open } = useTaskOpener()
  const choose = host.chooseFolder
  if (choose === null) return browse
  return () => void open(choose().then((source) => (source === null ? [] : [source])))
}

type Commands = {
  readonly openFolder: () => void
  readonly showShortcuts: () => void
  readonly toggleScheme: () => void
}

/** Menu items and deep links of the host do what the page can do anyway. */
function useHostCommands({ openFolder, showShortcuts, toggleScheme }: Commands): void {
  const { host } = useEngine()
  const [, navigate] = useLocation()
  const run = useEffectEvent((command: string) => {
    if (command.startsWith('navigate:')) return navigate(command.slice('navigate:'.length) || routes.home)
    if (command === 'open-folder') return openFolder()
    if (command === 'palette') return spotlight.open()
    if (command === 'shortcuts') return showShortcuts()
    if (command === 'toggle-theme') return toggleScheme()
  })
  useEffect(() => host.onCommand((command) => run(command)), [host])
}

/** Accepts folders and files dropped anywhere on the window. */
function DropZone({ children }: { readonly children: ReactNode }) {
  const { host } = useEngine()
  const { open } = useTaskOpener()
  const [over, setOver] = useState(false)
  const withFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return (
    <div
      onDragEnter={(event) => withFiles(event) && setOver(true)}
      onDragOver={(event) => withFiles(event) && event.preventDefault()}
      onDragLeave={(event) => event.relatedTarget === null && setOver(false)}
      onDrop={(event) => {
        if (!withFiles(event)) return
        event.preventDefault()
        setOver(false)
        void open(host.sourcesOfDrop(event.dataTransfer))
      }}
    >
      {children}
      {over && (
        <div className={styles.overlay}>Drop a task folder, a folder of task folders, or a JSON history</div>
      )}
    </div>
  )
}

/** Switches between dark and light. The system's scheme applies again once Settings is set back to it. */
function useColorSchemeToggle(): () => void {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('dark')
  return () => setColorScheme(scheme === 'dark' ? 'light' : 'dark')
}

/** Goes back and forward on Alt with an arrow key, which browsers do themselves and the desktop's window does not. */
function useHistoryKeys(): void {
  const { host } = useEngine()
  useEffect(() => {
    if (host.door === 'browser') return
    const handleKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.key === 'ArrowLeft') history.back()
      else if (event.key === 'ArrowRight') history.forward()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [host])
}

/** Announces that a run has finished, unless it is on screen. */
function useRunNotices(): void {
  const { runs } = useEngine()
  const [location, navigate] = useLocation()
  const announce = useEffectEvent((run: RunSummary) => {
    if (location === routes.run(run)) return
    notifications.show({
      id: run.id,
      title: `${describeProviders(run)}: ${describeEnd(run)}`,
      message: formatTaskTitle(run.taskTitle),
      onClick: () => {
        notifications.hide(run.id)
        navigate(routes.run(run))
      },
    })
  })
  useEffect(() => runs.onFinished((run) => announce(run)), [runs])
}

function describeEnd({ status, outcome }: RunSummary): string {
  if (status !== 'condensed' || outcome === null) return status
  return formatChange(outcome.stats.originalTokens, outcome.stats.finalTokens)
}

/**
 * Swallows the second press of a double click that has already navigated, which would select text on the next
 * screen.
 */
function useSecondClicks(): void {
  useEffect(() => {
    let before = location.hash
    const onPress = (event: MouseEvent): void => {
      if (event.detail > 1 && location.hash !== before) event.preventDefault()
      else before = location.hash
    }
    document.addEventListener('mousedown', onPress, { capture: true })
    return () => document.removeEventListener('mousedown', onPress, { capture: true })
  }, [])
}

/** Names the window, and its entry in the history, after the task that is open. */
function useWindowTitle(): void {
  const task = useOpenTask()
  useDocumentTitle(task === null ? 'Dewpoint' : `${formatTaskTitle(task.title)} · Dewpoint`)
}
