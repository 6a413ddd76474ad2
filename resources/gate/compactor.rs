// A compactor to begin with: one JSON document on stdin, one on stdout. It needs no crate: messages stay as they are
// written, and the document comes without blanks. Replace condense by your own.
use std::io::{self, Read};

const KEEP: usize = 6;

/// The values of the array `messages`, each as it is written.
fn split_messages(document: &str) -> Vec<&str> {
    let name = "\"messages\":[";
    let from = document.find(name).expect("no messages") + name.len();
    let (mut all, mut start, mut depth, mut in_text, mut escaped) = (Vec::new(), from, 0, false, false);
    for (at, sign) in document[from..].bytes().enumerate() {
        let at = from + at;
        if in_text {
            match sign {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match sign {
            b'"' => in_text = true,
            b'{' | b'[' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    all.push(document[start..=at].trim_start_matches(','));
                    start = at + 1;
                }
            }
            b']' if depth == 0 => break,
            b']' => depth -= 1,
            _ => {}
        }
    }
    all
}

/// What a person typed, with its escapes; nothing for results of tools and for the assistant.
fn said(message: &str) -> Option<&str> {
    message.strip_prefix("{\"role\":\"user\",\"content\":\"")?.strip_suffix("\"}")
}

fn condense(all: &[&str]) -> Vec<String> {
    let mut cut = all.len().saturating_sub(KEEP).max(1);
    // No result may stand without its call: what is kept begins with the assistant.
    while cut < all.len() && !all[cut].starts_with("{\"role\":\"assistant\"") {
        cut += 1;
    }
    let texts: Vec<&str> = all[1..cut].iter().filter_map(|message| said(message)).collect();
    let summary = format!("{{\"role\":\"user\",\"content\":\"Asked so far:\\n{}\"}}", texts.join("\\n"));
    let kept = all[cut..].iter().map(|message| message.to_string());
    vec![all[0].to_string(), summary].into_iter().chain(kept).collect()
}

fn main() {
    let mut document = String::new();
    io::stdin().read_to_string(&mut document).expect("stdin cannot be read");
    let all = split_messages(&document);
    println!("{{\"messages\":[{}],\"usage\":{{\"costUsd\":0}}}}", condense(&all).join(","));
}
