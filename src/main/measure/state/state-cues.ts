import { type CueLanguage, cueLanguages } from '../../../shared/kernel/evidence.ts'

/** What can be said to have become of a file, a command or an item of a to-do list. */
export type State = 'done' | 'deleted' | 'failed' | 'open'

/** `later` tells of what is to come: it leaves an item of a to-do list open, and says nothing of a file. */
export type Cue = State | 'later'

const cueKinds = ['done', 'deleted', 'failed', 'open', 'later'] as const

/**
 * Words that tell a state, in small letters, by language: participles and verbs that say how it ended. Nouns (`error`,
 * `failure`) are none, for they name things as often, nor is what goes on (`working`). Of each language: done; deleted;
 * failed; open; later. Those of Chinese and Japanese are pairs of characters, as `tokeniseText` cuts their texts. How often
 * they are right is in docs/quality-metrics.md.
 */
const words: Readonly<Record<CueLanguage, string>> = {
  en: `done completed complete finished fixed created added updated modified implemented wrote written renamed moved
    refactored resolved succeeded successful passes passed passing pass builds merged committed ok; deleted removed dropped;
    failed fails failing fail broken crashed rejected aborted; todo pending remaining remains unfinished incomplete unresolved
    skipped blocked; next should will must need needs planned later`,
  fr: `terminé terminée corrigé corrigée créé créée ajouté ajoutée modifié modifiée réussi résolu passe passent;
    supprimé supprimée retiré; échoué échoue échouent cassé; restant restante reste inachevé bloqué; prochaine prochain ensuite doit`,
  de: `erledigt fertig abgeschlossen behoben erstellt hinzugefügt geändert aktualisiert umgesetzt bestanden erfolgreich läuft;
    gelöscht entfernt; fehlgeschlagen gescheitert scheitert kaputt; offen ausstehend verbleibend blockiert; nächste nächster muss soll später`,
  es: `hecho hecha terminado completado corregido corregida creado creada añadido actualizado modificado resuelto pasa pasan;
    eliminado eliminada borrado; falló falla fallan fallido; pendiente pendientes queda falta bloqueado; próximo siguiente debe luego`,
  pt: `feito concluído corrigido corrigida criado criada adicionado atualizado modificado resolvido passa passam;
    removido removida excluído; falhou falha falham falharam; pendente pendentes restante falta bloqueado; próximo seguinte deve`,
  zh: '完成 修复 实现 创建 添加 更新 修改 通过 成功 解决; 删除 移除; 失败 报错 崩溃; 待办 尚未 还未 剩余 未完; 接下 下一 需要 计划',
  ja: '完了 修正 実装 作成 追加 更新 変更 成功 解決 済み; 削除; 失敗; 未完 未実 残り 保留; 次に 予定 必要',
}

type Known = { readonly cue: Cue; readonly languages: CueLanguage[] }

const cues: ReadonlyMap<string, Known> = (() => {
  const found = new Map<string, Known>()
  for (const language of cueLanguages)
    words[language].split(';').forEach((own, kind) => {
      const cue = cueKinds[kind] ?? 'later'
      for (const word of own.trim().split(/\s+/)) {
        const known = found.get(word)
        // The language that comes first says what a word means that two of them have.
        if (known === undefined) found.set(word, { cue, languages: [language] })
        else if (known.cue === cue) known.languages.push(language)
      }
    })
  return found
})()

/** The state that a word tells, in small letters, between the words beside it; undefined where it tells none. */
export function findCue(word: string, last: string | undefined, next: string | undefined): Cue | undefined {
  const code = word === 'exit' ? next : word === 'code' && last === 'exit' ? next : undefined
  if (code !== undefined && /^\d+$/.test(code)) return Number(code) === 0 ? 'done' : 'failed'
  if (word === 'progress') return last === 'in' ? 'open' : undefined
  return cues.get(word)?.cue
}

/** Languages that have this word for a state; empty for other words. */
export function listCueLanguages(word: string): readonly CueLanguage[] {
  return cues.get(word)?.languages ?? []
}

/** Signs before an item that tell its state. */
export function readMarkCue(mark: string): State {
  if (/^(?:\[[xX]\]|[✅✓✔☑])/u.test(mark)) return 'done'
  return /^[❌✗✘✖]/u.test(mark) ? 'failed' : 'open'
}

/** Words that turn around what follows within three words, in small letters. `n't` is cut off its verb. */
const negators: ReadonlySet<string> = new Set(
  `not never no without isn aren wasn weren doesn didn couldn cannot hasn haven hadn nothing none nor zero 0 unable ne pas
  jamais aucun aucune sans non nicht nie kein keine keinen ohne nunca sin sem não ningún nenhum`.split(/\s+/),
)

/** Whether a word turns around a state that is told after it. `can` does before `t` alone. */
export function isNegator(word: string, next: string | undefined): boolean {
  if (word === 'can' || word === 'don' || word === 'won') return next === 't'
  return negators.has(word) || /^[未没尚][\p{Script=Han}]?$/u.test(word) || word.startsWith('不')
}

/** What is meant where the word for a state is turned around: what did not fail is done, what is not done is open. */
export function negateCue(cue: Cue): Cue | undefined {
  if (cue === 'done') return 'open'
  return cue === 'failed' || cue === 'open' ? 'done' : undefined
}
