import type { Dialog, MessageBoxOptions, WebContents } from 'electron'
import type { Log } from '../../../shared/installation/log-types.ts'

type RecoveryDependencies = {
  /** Asks the person in a window of the system: the page cannot ask for itself any more. */
  readonly ask: (question: MessageBoxOptions) => ReturnType<Dialog['showMessageBox']>
  readonly quit: () => void
  readonly log: Pick<Log, 'error'>
}

type Contents = Pick<WebContents, 'on' | 'reload' | 'forcefullyCrashRenderer'>

/**
 * Offers the person to load the page again when its process has ended or hangs. The engine runs in another process:
 * neither takes anything away that runs or was saved. One question stands at a time.
 */
export function setUpRecovery(contents: Contents, { ask, quit, log }: RecoveryDependencies): void {
  let isAsking = false
  // From the answer to a page that hangs until it is there again: its end was wanted, and is no second question.
  let isRestarting = false

  async function offer(question: MessageBoxOptions, answers: readonly (() => void)[]): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      const { response } = await ask({ ...question, title: 'Dewpoint', cancelId: 0, noLink: true })
      answers[response]?.()
    } finally {
      isAsking = false
    }
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    // Windows that are closed end like this.
    if (reason === 'clean-exit' || isRestarting) return
    log.error('page-ended', { code: reason, status: exitCode })
    void offer(
      {
        type: 'error',
        message: reason === 'oom' ? 'The window ran out of memory' : 'The window stopped working',
        detail: `Experiments and jobs go on, and nothing that was saved is lost. (${reason}, code ${exitCode})`,
        buttons: ['Reload', 'Quit'],
        defaultId: 0,
      },
      [() => contents.reload(), quit],
    )
  })
  contents.on('did-finish-load', () => (isRestarting = false))
  contents.on('unresponsive', () => {
    void offer(
      {
        type: 'warning',
        message: 'The window is not responding',
        detail: 'Experiments and jobs go on. Reloading loses only what was typed and not saved.',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
      },
      [
        () => undefined,
        () => {
          isRestarting = true
          restart(contents)
        },
      ],
    )
  })
}

/** A page that hangs answers no request to load anew: its process ends first. */
function restart(contents: Contents): void {
  contents.forcefullyCrashRenderer()
  contents.reload()
}
