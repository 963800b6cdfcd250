"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;

  // A page opened from a file may have no storage.
  const remembered = (value) => {
    try {
      if (value === undefined) return localStorage.getItem("figloom-theme");
      localStorage.setItem("figloom-theme", value);
    } catch {}
    return null;
  };
  const theme = byId("theme");
  const earlier = remembered();
  if (earlier === "dark" || earlier === "light") root.dataset.theme = earlier;
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const now = root.dataset.theme ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    remembered(root.dataset.theme);
  });

  const data = JSON.parse(byId("data").textContent);
  const AT_ONCE = 24;
  const LONG = 280;
  const form = byId("filters");
  const fields = form.elements;
  const list = byId("items");
  const large = byId("large");
  let found = [];
  let shown = 0;

  const make = (name, kind, text) => {
    const element = document.createElement(name);
    if (kind) element.className = kind;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const search = data.items.map((item) =>
    [item.id, item.question, item.reply, item.answer, item.extracted, item.why, item.fault,
     ...(item.chain || [])].filter(Boolean).join("\n").toLowerCase());

  const fill = (select, all, pairs) => {
    select.append(new Option(all, ""));
    for (const [value, text] of pairs) select.append(new Option(text, value));
    if (pairs.length < 2) select.disabled = true;
  };
  const distinct = (key) => [...new Set(data.items.map((item) => item[key] || ""))]
    .filter(Boolean).sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => [name, name.replaceAll("_", " ")]);
  fill(fields.run, "All runs", data.runs.map((name, at) => [String(at), name]));
  fill(fields.outcome, "All outcomes", ["wrong", "right", "unscored"].map((name) => [name, name]));
  fill(fields.task, "All tasks", distinct("task"));
  fill(fields.type, "All types", distinct("type"));

  const described = (entries, term, text, kind) => {
    const cell = make("div");
    const value = make("dd", kind, text);
    value.dir = "auto";
    cell.append(make("dt", "", term), value);
    if (text.length > LONG || text.split("\n").length > 6) {
      value.classList.add("short");
      const fold = make("button", "fold", "Show all");
      fold.type = "button";
      fold.setAttribute("aria-expanded", "false");
      fold.addEventListener("click", () => {
        const folded = value.classList.toggle("short");
        fold.textContent = folded ? "Show all" : "Fold";
        fold.setAttribute("aria-expanded", String(!folded));
      });
      cell.append(fold);
    }
    entries.append(cell);
  };

  const named = (item) => {
    const task = item.task.split("/").pop();
    const names = [item.task, item.subtask === task ? "" : item.subtask, item.type];
    return names.filter(Boolean).join(" · ").replaceAll("_", " ");
  };

  const card = (item) => {
    const article = make("article", "item");
    const url = data.pictures[item.picture];
    if (url) {
      const shot = make("button", item.seen ? "shot unseen" : "shot");
      shot.type = "button";
      shot.setAttribute("aria-label", "Enlarge the picture");
      const image = make("img");
      image.alt = `Picture of ${item.id}`;
      image.src = url;
      shot.append(image);
      shot.addEventListener("click", () => {
        const copy = large.querySelector("img");
        copy.src = url;
        copy.alt = image.alt;
        large.showModal();
      });
      article.append(shot);
    }
    const body = make("div", "body");
    const head = make("div", "head");
    const score = item.score === undefined ? "" : ` · ${item.score}`;
    head.append(make("span", `mark is-${item.outcome}`, item.outcome + score),
                make("bdi", "", named(item)));
    body.append(head);
    if (item.seen) body.append(make("p", "seen", item.seen));
    const told = make("dl");
    described(told, "Question", item.question || "");
    const ends = [item.answer || "", item.extracted || "nothing"];
    const tall = ends.some((text) => text.length > 60 || text.includes("\n"));
    const pair = make("div", tall ? "pair stacked" : "pair");
    described(pair, "Right answer", ends[0]);
    described(pair, "Read from the reply", ends[1]);
    told.append(pair);
    (item.chain || []).forEach((text, at) => described(told, `Reply ${at + 1}`, text, "reply"));
    if (item.fault) described(told, "No reply", item.fault);
    else described(told, item.finish ? `Reply (ended by: ${item.finish})` : "Reply",
                   item.reply || "(empty)", "reply");
    if (item.why && item.why !== item.fault) described(told, "Why", item.why);
    body.append(told);
    const foot = make("div", "foot");
    const who = item.by ? ` · judged by ${item.by}` : "";
    foot.append(make("bdi", "", data.runs[item.run] + who), make("bdi", "", item.id));
    body.append(foot);
    article.append(body);
    return article;
  };

  const more = byId("more");
  const show = () => {
    const next = found.slice(shown, shown + AT_ONCE);
    list.append(...next.map(card));
    shown += next.length;
    more.hidden = shown >= found.length;
    byId("count").textContent = found.length
      ? `${shown.toLocaleString("en")} of ${found.length.toLocaleString("en")} items shown.`
      : "No item is like that.";
  };
  const filter = () => {
    const words = fields.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = data.items.filter((item, at) =>
      (!fields.run.value || item.run === Number(fields.run.value)) &&
      (!fields.outcome.value || item.outcome === fields.outcome.value) &&
      (!fields.task.value || item.task === fields.task.value) &&
      (!fields.type.value || item.type === fields.type.value) &&
      words.every((word) => search[at].includes(word)));
    shown = 0;
    list.replaceChildren();
    show();
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  more.addEventListener("click", () => {
    const first = shown;
    show();
    list.children[first]?.querySelector("button")?.focus({ preventScroll: true });
  });
  large.querySelector("button").addEventListener("click", () => large.close());
  large.addEventListener("click", (event) => {
    if (event.target === large) large.close();
  });
  byId("notes").append(...data.notes.map((text) => make("li", "", text)));
  filter();
})();
