import { spotlight } from '@mantine/spotlight'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useShortcuts } from '../components/use-shortcuts.ts'
import { useEngine } from '../data/engine-context.ts'
import { useTaskOpener } from '../data/use-task-opener.ts'
import { routes } from '../lib/routes.ts'
import { FolderBrowser } from '../views/library/folder-browser.tsx'
import { OpenFolderContext } from '../views/library/open-folder-context.ts'
import { DropZone } from './drop-zone.tsx'
import styles from './frame.module.css'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { screens } from './screens.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StatusBar } from './status-bar.tsx'
import { useColorSchemeToggle } from './use-color-scheme-toggle.ts'
import { useHistoryKeys } from './use-history-keys.ts'
import { useRunNotices } from './use-run-notices.ts'
import { useSecondClicks } from './use-second-clicks.ts'
import { useWindowTitle } from './use-window-title.ts'

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
          <main className={styles.view}>{children}</main>
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
    if (command.startsWith('navigate:')) return navigate(command.slice('navigate:'.length) || routes.library)
    if (command === 'open-folder') return openFolder()
    if (command === 'palette') return spotlight.open()
    if (command === 'shortcuts') return showShortcuts()
    if (command === 'toggle-theme') return toggleScheme()
  })
  useEffect(() => host.onCommand((command) => run(command)), [host])
}
