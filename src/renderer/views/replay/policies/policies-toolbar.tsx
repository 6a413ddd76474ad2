import { CopyTextButton } from '../../../components/copy-text-button.tsx'
import { DraftButtons } from '../../../components/yaml-editor/draft-buttons.tsx'
import styles from './policies.module.css'
import { SweepButton } from './sweep-button.tsx'
import { WindowOfAll } from './window-of-all.tsx'
import type { PolicyDraft } from './use-policy-draft.ts'

/** The name of the file that is saved, which the command names too. */
export const policyFileName = 'replay-policies.yaml'

/** What can be done with the list of policies. Whatever replaces it can be undone. */
export function PoliciesToolbar({
  draft,
  command,
}: {
  readonly draft: PolicyDraft
  readonly command: string
}) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Policies">
      <SweepButton draft={draft} />
      <WindowOfAll draft={draft} />
      <span className={styles.spring} />
      <DraftButtons draft={draft} fresh={draft.fresh} freshLabel="Usual policies" fileName={policyFileName} />
      <CopyTextButton text={command} label="Copy command" />
    </div>
  )
}
