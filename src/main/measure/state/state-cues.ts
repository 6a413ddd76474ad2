import { type CueLanguage, cueLanguages } from '../../../shared/kernel/evidence.ts'

/** What can be said to have become of a file, a command or an item of a to-do list. */
export type State = 'done' | 'deleted' | 'failed' | 'open'

/** `later` tells of what is to come: it leaves an item of a to-do list open, and says nothing of a file. */
export type Cue = State | 'later'

/**
 * Words that tell a state, in small letters, by language. Those of Chinese and Japanese are pairs of characters, as
 * `tokeniseText` cuts their texts.
 */
const words: Readonly<Record<CueLanguage, Readonly<Record<Cue, string>>>> = {
  en: {
    done: `done completed complete finished fixed created added updated modified implemented wrote written edited
      changed refactored rewrote rewritten renamed moved replaced resolved solved passes passed passing succeeded
      succeeds successful successfully works working built installed merged committed extended improved
      adjusted introduced corrected shipped landed applied configured verified ok pass`,
    deleted: 'deleted removed dropped unlinked rm erased',
    failed: `failed fails failing failure failures fail error errors erroring broken breaks crashed crashes crash
      refused denied rejected aborted exception timeout unsuccessful unsuccessfully`,
    open: `todo pending remaining remains outstanding unfinished incomplete unresolved unfixed untouched unchanged
      unimplemented unstarted deferred postponed skipped blocked wip`,
    later: 'next should will must need needs planned upcoming later open',
  },
  fr: {
    done: `fait faite terminé terminée terminés terminées achevé corrigé corrigée créé créée ajouté ajoutée modifié
      modifiée implémenté implémentée réussi réussie réussit résolu passe passent fonctionne écrit`,
    deleted: 'supprimé supprimée supprimés effacé effacée retiré retirée',
    failed: 'échoué échoue échouent échec échecs erreur erreurs cassé cassée planté refusé refusée',
    open: 'restant restante restants restantes reste inachevé inachevée incomplet incomplète bloqué bloquée',
    later: 'prochaine prochain ensuite doit devra faudra',
  },
  de: {
    done: `erledigt fertig abgeschlossen behoben erstellt angelegt hinzugefügt geändert aktualisiert implementiert
      umgesetzt geschrieben gelöst bestanden erfolgreich läuft funktioniert umbenannt verschoben korrigiert`,
    deleted: 'gelöscht entfernt',
    failed: 'fehlgeschlagen gescheitert scheitert fehler kaputt abgestürzt abgelehnt verweigert abgebrochen',
    open: 'offen ausstehend unfertig unvollständig verbleibend übrig blockiert unverändert',
    later: 'nächste nächster nächsten muss soll wird später',
  },
  es: {
    done: `hecho hecha terminado terminada completado completada corregido corregida creado creada añadido añadida
      agregado agregada actualizado actualizada modificado modificada implementado implementada resuelto pasa pasan
      funciona exitoso exitosa escrito`,
    deleted: 'eliminado eliminada borrado borrada quitado quitada',
    failed: 'falló fallo falla fallan fallido fallida error errores roto rota rechazado rechazada denegado',
    open: 'pendiente pendientes restante restantes queda quedan falta faltan incompleto incompleta bloqueado',
    later: 'próximo próxima siguiente debe deberá hará',
  },
  pt: {
    done: `feito feita terminado concluído concluída completo corrigido corrigida criado criada adicionado adicionada
      atualizado atualizada modificado modificada implementado implementada resolvido passa passam funciona escrito`,
    deleted: 'excluído excluída apagado apagada removido removida',
    failed: 'falhou falha falham falhas erro erros quebrado quebrada rejeitado rejeitada negado',
    open: 'pendente pendentes restante restantes resta restam falta faltam incompleto incompleta bloqueado',
    later: 'próximo próxima seguinte deve deverá vai',
  },
  zh: {
    done: '完成 修复 实现 创建 添加 新增 更新 修改 通过 成功 解决 写好 编写 重构 改名 移动 正常',
    deleted: '删除 移除 删掉',
    failed: '失败 错误 报错 崩溃 出错 无法 拒绝 超时 异常',
    open: '待办 待完 尚未 还未 剩余 未完 阻塞 进行',
    later: '接下 下一 需要 计划 将要 以后',
  },
  ja: {
    done: '完了 修正 実装 作成 追加 更新 変更 成功 解決 済み 合格 記述 改名 移動',
    deleted: '削除 除去',
    failed: '失敗 エラ 異常 拒否 中断 クラ',
    open: '未完 未着 未実 残り 残件 保留 途中',
    later: '次に 予定 必要 今後',
  },
}

const cues: ReadonlyMap<string, { readonly cue: Cue; readonly languages: readonly CueLanguage[] }> = (() => {
  const found = new Map<string, { cue: Cue; languages: CueLanguage[] }>()
  for (const language of cueLanguages) {
    for (const cue of ['done', 'deleted', 'failed', 'open', 'later'] as const) {
      for (const word of words[language][cue].split(/\s+/)) {
        const known = found.get(word)
        // The language that comes first says what a word means that two of them have.
        if (known === undefined) found.set(word, { cue, languages: [language] })
        else if (known.cue === cue) known.languages.push(language)
      }
    }
  }
  return found
})()

/** The state that a word tells, in small letters, between the words beside it; undefined where it tells none. */
export function findCue(word: string, last: string | undefined, next: string | undefined): Cue | undefined {
  if (word === 'exit') return exitCue(next)
  if (word === 'code' && last === 'exit') return exitCue(next)
  if (word === 'progress') return last === 'in' ? 'open' : undefined
  if (word === 'started' || word === 'yet') return last === 'not' ? 'open' : undefined
  const cue = cues.get(word)?.cue
  if (cue === 'failed' && isName(word, next)) return undefined
  return word === 'working' && next !== undefined && notWorking.test(next) ? undefined : cue
}

function exitCue(code: string | undefined): Cue | undefined {
  if (code === undefined || !/^\d+$/.test(code)) return undefined
  return Number(code) === 0 ? 'done' : 'failed'
}

const notWorking = /^(?:on|directory|dir|tree|copy|set|branch|through|with)$/

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
  `not never no without isn aren wasn weren doesn didn don couldn cannot can won hasn haven hadn nothing none nor
  zero 0 unable ne pas jamais aucun aucune sans non nicht nie kein keine keinen ohne nunca sin sem nao não ningún
  nenhum ni`.split(/\s+/),
)

/** Whether a word turns around a state that is told after it. `can` does before `t` alone. */
export function isNegator(word: string, next: string | undefined): boolean {
  if (word === 'can' || word === 'don' || word === 'won') return next === 't'
  return negators.has(word) || /^[未没尚][\p{Script=Han}]?$/u.test(word) || word.startsWith('不')
}

/** What is meant where the word for a state is turned around: what did not fail is done, what is not done is open. */
export function negateCue(cue: Cue): Cue | undefined {
  if (cue === 'done') return 'open'
  if (cue === 'failed') return 'done'
  return cue === 'open' ? 'done' : undefined
}

/** Nouns after which `error` and `test` name something instead of telling that it failed. */
const namesSomething =
  /^(?:handl\w*|messag\w*|pages?|types?|class(?:es)?|codes?|states?|boundar\w*|paths?|cases?|logg?\w*|report\w*|respons\w*|objects?|middleware|recovery|tracking|format\w*|displays?|ui|strings?)$/

/** Whether `error`, `failure` and the like are part of a name: `error handling`, `failure mode`. */
function isName(word: string, next: string | undefined): boolean {
  return (
    /^(?:errors?|failures?|exception|timeout)$/.test(word) && next !== undefined && namesSomething.test(next)
  )
}
