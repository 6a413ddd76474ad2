import { Button, NumberInput } from '@mantine/core'
import { IconPlayerPlay, IconAdjustmentsHorizontal, IconPinFilled, IconRestore } from '@tabler/icons-react'
import { useState, useMemo, type ReactNode } from 'react'
import { useLocation, Link } from 'wouter'
import { z } from 'zod'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { useTaskPins } from '../../../data/use-task-pins.ts'
import { describePins } from '../../../lib/describe-pins.ts'
import { routes } from '../../../lib/routes.ts'
import { CodeView } from '../../../ui/components/code/code-view.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FoldButton } from '../../../ui/components/fold-button.tsx'
import {
  convertSchemaToFields,
  describeUnplacedIssues,
} from '../../../ui/components/schema-form/convert-schema-to-fields.ts'
import { SchemaForm } from '../../../ui/components/schema-form/schema-form.tsx'
import { Bar, Block, Column, Grid, Inline, Note, Notice, Row } from '../../../ui/layout/layout.tsx'
import { PresetNote } from '../../methods/presets/preset-note.tsx'
import { PresetPicker } from '../../methods/presets/preset-picker.tsx'
import { usePresetController, type PresetController } from '../../methods/presets/use-preset-controller.ts'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { ModelBar, type OptionsProps } from './model-bar.tsx'
import {
  findOptionIssues,
  buildRequestOptions,
  plainRunOptions,
  takesPrompt,
  useRunOptions,
  buildRunRequest,
  type RunOptions,
} from './run-options.ts'
import { useCondenseRun } from './use-condense-run.ts'
import { useSettingsDraft, type SettingsDraft } from './use-settings-draft.ts'

type CondenseBarProps = {
  readonly provider: ProviderInfo
  readonly controller: PresetController
  readonly targetTokens: number | null
  readonly onTargetTokens: (tokens: number | null) => void
  readonly onDefaults: () => void
  /** The buttons at the end: what else can be set, and run. */
  readonly children: ReactNode
}

type AdvancedButtonProps = {
  readonly options: RunOptions
  readonly isShown: boolean
  readonly onToggle: () => void
}

type PinsNoteProps = { readonly taskId: string; readonly targetTokens: number | null }

type RunOptionsPanelProps = OptionsProps & {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly isAdvanced: boolean
}

/** The provider that has an editor of its own. */
const smartProviderId = 'smart'

type CondenseFormProps = {
  readonly taskId: string
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
}

/** The settings of a provider, the preset that they equal, how it is run, and the run that they make. */
export function CondenseForm({ taskId, provider, providers }: CondenseFormProps) {
  const draft = useSettingsDraft(provider)
  const controller = usePresetController({
    provider,
    settings: draft.textError === null ? draft.settings : null,
    canSave: draft.issues.length === 0,
    onApply: draft.change,
  })
  const { options, change } = useRunOptions(provider)
  const [isAdvanced, setIsAdvanced] = useState(false)
  const more = buildRequestOptions(provider, providers, options)
  const buildRequest = (preset: PresetEntry | null): RunRequest =>
    buildRunRequest(taskId, provider, { preset, settings: draft.settings }, more)
  const run = useCondenseRun(buildRequest(controller.matched))
  const optionIssues = findOptionIssues(options)
  const isFit =
    draft.textError === null && draft.issues.length === 0 && Object.keys(optionIssues).length === 0
  return (
    <>
      <CondenseBar
        provider={provider}
        controller={controller}
        targetTokens={options.targetTokens}
        onTargetTokens={(targetTokens) => change({ targetTokens })}
        onDefaults={() => {
          draft.reset()
          change(plainRunOptions)
        }}
      >
        {provider.id === smartProviderId && <EditorLink />}
        <AdvancedButton options={options} isShown={isAdvanced} onToggle={() => setIsAdvanced(!isAdvanced)} />
        <RunButton label={provider.label} run={run} isFit={isFit} />
      </CondenseBar>
      <RunOptionsPanel
        provider={provider}
        providers={providers}
        options={options}
        issues={optionIssues}
        isAdvanced={isAdvanced}
        change={change}
      />
      <PinsNote taskId={taskId} targetTokens={options.targetTokens} />
      {run.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(run.error)} onRetry={() => run.mutate()} />
      )}
      <SettingsHalves provider={provider} providers={providers} draft={draft}>
        <PreviewPane
          request={isFit && draft.isChecked ? buildRequest(null) : null}
          obstacle={isFit ? '' : 'Some settings are not valid yet.'}
        />
      </SettingsHalves>
    </>
  )
}

type RunButtonProps = {
  readonly label: string
  readonly run: ReturnType<typeof useCondenseRun>
  readonly isFit: boolean
}

function RunButton({ label, run, isFit }: RunButtonProps) {
  return (
    <Button
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      loading={run.isPending}
      disabled={!isFit}
      onClick={() => run.mutate()}
    >
      Run {label}
    </Button>
  )
}

/** Goes on with the settings in the editor of passes. */
function EditorLink() {
  const [, navigate] = useLocation()
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
      onClick={() => navigate(routes.smart)}
    >
      Open in editor
    </Button>
  )
}

/** The model where one is asked, and on demand what few runs need. */
function RunOptionsPanel(props: RunOptionsPanelProps) {
  const { provider, providers, options, isAdvanced } = props
  const chain = [provider, ...providers.filter(({ id }) => options.fallback.includes(id))]
  const asksModel = chain.some(({ capabilities }) => capabilities.usesModel)
  return (
    <>
      {asksModel && <ModelBar {...props} hasPrompt={takesPrompt(provider)} />}
      {isAdvanced && <AdvancedOptions {...props} asksModel={asksModel} />}
    </>
  )
}

/** The pinned parts of the task that every run keeps, or nothing where nothing is pinned. */
function PinsNote({ taskId, targetTokens }: PinsNoteProps) {
  const controller = useTaskPins(taskId)
  if (controller.pins.length === 0) return null
  const isAbove = targetTokens !== null && controller.holding.tokens > targetTokens
  return (
    <Row component="p" flex="none" py={6} px="md" line="bottom" fz="xs">
      <IconPinFilled size={14} color="var(--fate-pinned)" aria-hidden />
      <span>
        {describePins(controller)}
        {isAbove && <Inline tone="caution"> That is more than the target by itself.</Inline>}
      </span>
      <Link href={routes.task(taskId, 'messages')}>Show messages</Link>
    </Row>
  )
}

/** Opens what few runs need, and says how much of it is set. */
function AdvancedButton({ options, isShown, onToggle }: AdvancedButtonProps) {
  const { fallback, minimumGainPercent, ignoreCache } = options
  const set = [fallback.length > 0, minimumGainPercent !== null, ignoreCache].filter(Boolean).length
  return (
    <FoldButton isOpen={isShown} onToggle={onToggle}>
      Advanced{set > 0 && ` (${set} set)`}
    </FoldButton>
  )
}

/** Preset and target on the left, what to do with them on the right. */
function CondenseBar(props: CondenseBarProps) {
  const { provider, controller, targetTokens, onTargetTokens, onDefaults, children } = props
  return (
    <Bar wrap align="flex-end" gap="sm md">
      <PresetPicker controller={controller} />
      <NumberInput
        label={provider.capabilities.multiPass ? 'Target (tok)' : 'Warn above (tok)'}
        title={explainTarget(provider)}
        w={140}
        min={1}
        allowDecimal={false}
        hideControls
        thousandSeparator=","
        placeholder="none"
        value={targetTokens ?? ''}
        onChange={(value) => onTargetTokens(typeof value === 'number' && value > 0 ? value : null)}
      />
      <PresetNote controller={controller} />
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconRestore size={14} aria-hidden />}
        onClick={onDefaults}
      >
        Defaults
      </Button>
      {children}
    </Bar>
  )
}

/** Only providers that work in passes can go on until a target is met. */
function explainTarget({ label, capabilities }: ProviderInfo): string {
  return capabilities.multiPass
    ? 'The run stops after the pass that meets it, and warns if none does.'
    : `A larger result is marked. ${label} works in one step and does not stop at a target.`
}

type SettingsHalvesProps = {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly draft: SettingsDraft
  /** What stands beside them. */
  readonly children: ReactNode
}

/** The same settings twice over, as a form and as JSON. */
export function SettingsHalves({ provider, providers, draft, children }: SettingsHalvesProps) {
  const fields = useMemo(() => convertSchemaToFields(provider.settingsJsonSchema), [provider])
  const loose = describeUnplacedIssues(fields, draft.issues)
  const [isOpen, setOpen] = usePreference('condense.json', z.boolean(), false)
  return (
    <Grid columns={isOpen ? '1fr 0.9fr 1.2fr' : '1fr auto 1.2fr'} flex="1 0 320px" mih={0}>
      <Block component="section" p="md" scroll line="right" aria-label="Settings as a form">
        {draft.textError !== null && (
          <Notice mb="md" role="status">
            The JSON is invalid, so the form shows the last valid settings. A change here replaces the JSON.
          </Notice>
        )}
        <Block maw={460}>
          <SchemaForm
            fields={fields}
            settings={draft.settings}
            issues={draft.issues}
            providers={providers}
            onChange={draft.change}
          />
        </Block>
      </Block>
      <Column component="section" mih={0} line="right" aria-label="Settings as JSON">
        <FoldButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          JSON
        </FoldButton>
        {isOpen && (
          <Block flex={1} mih={0}>
            <CodeView
              value={draft.text}
              revision={draft.revision}
              language="json"
              label="Settings as JSON"
              onChange={draft.changeText}
            />
          </Block>
        )}
        <SettingsComplaints messages={[draft.textError, ...loose].filter((message) => message !== null)} />
      </Column>
      {children}
    </Grid>
  )
}

/** What is wrong but belongs to no field of the form. */
function SettingsComplaints({ messages }: { readonly messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Note component="div" tone="bad" py="sm" px="md" line="top" role="alert">
      {messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Note>
  )
}
