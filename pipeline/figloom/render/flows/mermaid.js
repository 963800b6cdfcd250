// Runs in the kept page: draws a batch of flowcharts with Mermaid, tells every shape, path and text
// of each chart's SVG in pixels, and turns the same SVG into a PNG.
(() => {
  const NAME = 'c', SAMPLES = 48;
  const round = (v) => Math.round(v * 100) / 100;
  const dot = (m, x, y) => [round(m.a * x + m.c * y + m.e), round(m.b * x + m.d * y + m.f)];
  const bounds = (dots) => {
    const xs = dots.map((d) => d[0]), ys = dots.map((d) => d[1]);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  const around = (m, x, y, w, h) => bounds([dot(m, x, y), dot(m, x + w, y), dot(m, x + w, y + h), dot(m, x, y + h)]);
  const holder = document.body.appendChild(document.createElement('div'));
  const pen = document.createElement('canvas').getContext('2d');

  // Mermaid keeps every sign but letters as its number; in SVG texts it forgets to turn them back.
  const told = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
  Object.defineProperty(SVGTSpanElement.prototype, 'textContent', {
    get: told.get,
    set(said) {
      told.set.call(this, String(said).replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code)));
    },
  });

  // Mermaid copies all its settings at every look-up: what other kinds of diagrams need is left out.
  for (const part of Object.values(mermaid.mermaidAPI.defaultConfig)) {
    if (part && typeof part === 'object' && !Array.isArray(part) && part !== mermaid.mermaidAPI.defaultConfig.flowchart) {
      for (const key of Object.keys(part)) delete part[key];
    }
  }

  // From an element's own coordinates to the chart's.
  let base = null;
  const place = (el) => base.multiply(el.getScreenCTM());

  const ink = (el) => {
    const style = getComputedStyle(el);
    return { fill: style.fill, stroke: style.stroke, width: parseFloat(style.strokeWidth), dash: style.strokeDasharray };
  };

  // Outline of a step: a box, an ellipse, or corners. Rough shapes are a filled path and a stroked one.
  function outline(group) {
    const parts = [...group.querySelectorAll('rect, circle, polygon, path')].filter((el) => !el.closest('.label'));
    const el = parts[0], m = place(el), box = el.getBBox();
    const { fill } = ink(el), { stroke, width } = ink(parts[parts.length - 1]);
    const row = { box: around(m, box.x, box.y, box.width, box.height), fill, stroke, width, tag: el.tagName, dots: [] };
    if (el.tagName === 'polygon') row.dots = [...el.points].map((p) => dot(m, p.x, p.y));
    if (el.tagName === 'path') row.dots = corners(el).map(([x, y]) => dot(m, x, y));
    return row;
  }

  // A path of short pieces is its corners; one of arcs is sampled.
  function corners(path) {
    const d = path.getAttribute('d');
    if (!/a/i.test(d)) return [...d.matchAll(/(-?[\d.e-]+)[ ,]+(-?[\d.e-]+)\s*(?=[A-Z]|$)/g)].map((found) => [+found[1], +found[2]]);
    const length = path.getTotalLength(), found = [];
    for (let i = 0; i < SAMPLES; i += 1) {
      const { x, y } = path.getPointAtLength((length * i) / SAMPLES);
      found.push([x, y]);
    }
    return found;
  }

  // Lines of a text with the boxes of what is painted, measured in the font that they are drawn in.
  function lines(text) {
    const m = place(text), rows = [];
    for (const line of text.querySelectorAll('tspan.text-outer-tspan, tspan.figloom')) {
      const said = line.textContent;
      if (!said.trim()) continue;
      const style = getComputedStyle(line.querySelector('tspan') || line);
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const start = line.getStartPositionOfChar(0), size = pen.measureText(said);
      const box = around(m, start.x - size.actualBoundingBoxLeft, start.y - size.actualBoundingBoxAscent,
        size.actualBoundingBoxLeft + size.actualBoundingBoxRight, size.actualBoundingBoxAscent + size.actualBoundingBoxDescent);
      const row = { said, box, size: parseFloat(style.fontSize), fill: style.fill };
      const number = /^\d+\.(?= |$)/.exec(said);
      if (number) {
        // Where the number of a step ends, and where its text begins if that is on the same line.
        const long = number[0].length;
        row.tag = [box[0], box[1], dot(m, line.getEndPositionOfChar(long - 1).x, 0)[0], box[3]];
        if (said.length > long) row.after = dot(m, line.getStartPositionOfChar(long + 1).x, 0)[0];
      }
      rows.push(row);
    }
    return rows;
  }

  function read(root) {
    const found = { nodes: [], edges: [], lanes: [] };
    for (const group of root.querySelectorAll('g.node')) {
      const text = group.querySelector('.label text');
      found.nodes.push({ id: /-flowchart-(.+)-\d+$/.exec(group.id)[1], ...outline(group), lines: text ? lines(text) : [] });
    }
    for (const path of root.querySelectorAll('path.flowchart-link')) {
      const m = place(path), id = path.dataset.id;
      const label = root.querySelector(`.edgeLabels .label[data-id="${id}"]`);
      const text = label && label.querySelector('text'), plate = label && label.querySelector('rect.background');
      const row = { id, d: path.getAttribute('d'), at: [m.a, m.b, m.c, m.d, m.e, m.f], ...ink(path), lines: text ? lines(text) : [] };
      if (row.lines.length) {
        const box = plate.getBBox();
        row.plate = around(place(plate), box.x, box.y, box.width, box.height);
      }
      found.edges.push(row);
    }
    for (const group of root.querySelectorAll('g.cluster')) {
      const rect = group.querySelector('rect'), box = rect.getBBox();
      found.lanes.push({ id: group.id.slice(NAME.length + 1), box: around(place(rect), box.x, box.y, box.width, box.height), ...ink(rect), lines: lines(group.querySelector('.cluster-label text')) });
    }
    return found;
  }

  // Heads of the wanted size, their tips where Mermaid puts them.
  function heads(root, { size, colour }) {
    const marker = root.querySelector('marker[id$="-pointEnd"]');
    const grown = size / 8;
    marker.setAttribute('markerWidth', size);
    marker.setAttribute('markerHeight', size);
    marker.setAttribute('refX', 10 - 5 / grown);
    marker.querySelector('path').setAttribute('style', `fill:${colour};stroke:none`);
  }

  // Ellipses are boxes with corners as round as can be, so Mermaid ends arrows at a box: they are
  // drawn on, straight ahead, to the outline.
  function reach(root, [edge, step, end]) {
    const path = root.querySelector(`path.flowchart-link[data-id="${edge}"]`);
    const group = root.querySelector(`g.node[id*="-flowchart-${step}-"]`), box = group.querySelector('rect').getBBox();
    const m = path.getCTM().inverse().multiply(group.getCTM()), a = box.width / 2, b = box.height / 2;
    const length = path.getTotalLength(), at = (l) => path.getPointAtLength(end ? length - l : l);
    const last = at(0), back = at(1);
    const [ux, uy] = [last.x - back.x, last.y - back.y];
    // The tip of the head is ahead of the path's end; where the ray from there meets the ellipse.
    const ahead = end ? 4 : 0, x = (last.x + ahead * ux - m.e) / a, y = (last.y + ahead * uy - m.f) / b;
    const p = ux / a, q = uy / b, half = x * p + y * q, rest = x * x + y * y - 1, root2 = half * half - (p * p + q * q) * rest;
    if (rest <= 0 || root2 < 0) return;
    const t = (-half - Math.sqrt(root2)) / (p * p + q * q), goal = `${last.x + t * ux},${last.y + t * uy}`;
    // A piece of no length has no direction, and its head would point to the right.
    if (t < 0.5) return;
    const d = path.getAttribute('d');
    path.setAttribute('d', end ? `${d}L${goal}` : d.replace(/^M/, `M${goal}L`));
  }

  // Lanes side by side, or one after the other, made equally long, so that they are bands; a little
  // longer than Mermaid's, since it lets arrows turn right on their ends. Their names go to the upper
  // left corners, where arrows cross them least.
  function lanes(root, sideways) {
    const found = [...root.querySelectorAll('g.cluster')].map((group) => {
      const { x, y, width, height } = group.querySelector('rect').getBBox();
      return { group, top: y, x: [x - 7 * sideways, x + width + 7 * sideways], y: [y - 7 * !sideways, y + height + 7 * !sideways] };
    });
    for (const [at, along] of sideways ? ['yx', 'xy'] : ['xy', 'yx']) {
      found.sort((one, other) => one[at][0] - other[at][0]);
      const pairs = found.slice(1).map((lane, place) => [found[place], lane]);
      if (pairs.some(([before, after]) => before[at][1] > after[at][0])) continue;
      const ends = [Math.min(...found.map((lane) => lane[along][0])), Math.max(...found.map((lane) => lane[along][1]))];
      found.forEach((lane) => { lane[along] = ends; });
      pairs.forEach(([before, after]) => { before[at][1] = after[at][0] = (before[at][1] + after[at][0]) / 2; });
      break;
    }
    for (const { group, top, x, y } of found) {
      const rect = group.querySelector('rect'), label = group.querySelector('.cluster-label');
      Object.entries({ x: x[0], y: y[0], width: x[1] - x[0], height: y[1] - y[0] }).forEach(([name, value]) => rect.setAttribute(name, value));
      const { f } = label.transform.baseVal.consolidate().matrix;
      label.setAttribute('transform', `translate(${x[0] + 10}, ${f - top + y[0] + 7 * !sideways})`);
    }
  }

  // Where texts of arrows stand, the arrows are cut out and nothing is painted over what is below.
  function plates(root) {
    const found = [...root.querySelectorAll('.edgeLabels rect.background')];
    found.forEach((plate) => { plate.style.fill = 'none'; });
    root.querySelectorAll('g.edgePaths').forEach((group, at) => {
      const back = group.getScreenCTM().inverse();
      const holes = found.map((plate) => {
        const { x, y, width, height } = plate.getBBox();
        const [x0, y0, x1, y1] = around(back.multiply(plate.getScreenCTM()), x, y, width, height);
        return `M${x0} ${y0}H${x1}V${y1}H${x0}Z`;
      });
      const clip = root.appendChild(document.createElementNS(root.namespaceURI, 'clipPath'));
      clip.id = `${NAME}-plates-${at}`;
      const path = clip.appendChild(document.createElementNS(root.namespaceURI, 'path'));
      path.setAttribute('d', `M-1e5 -1e5H1e5V1e5H-1e5Z${holes.join('')}`);
      path.setAttribute('clip-rule', 'evenodd');
      group.setAttribute('clip-path', `url(#${clip.id})`);
    });
  }

  // Titles and captions: lines of text above or below the chart.
  function words(root, told, x, top) {
    const text = root.appendChild(document.createElementNS(root.namespaceURI, 'text'));
    const anchor = told.place === 'left' ? 'start' : 'middle';
    text.setAttribute('style', `font:${told.weight} ${told.size}px ${told.font};fill:${told.fill};text-anchor:${anchor}`);
    told.lines.forEach((line, at) => {
      const span = text.appendChild(document.createElementNS(root.namespaceURI, 'tspan'));
      span.setAttribute('class', 'figloom');
      span.setAttribute('x', x);
      span.setAttribute('y', top + (at + 0.85) * told.size * 1.24);
      span.textContent = line;
    });
    return text;
  }

  function frame(root, { margin, heads: told }) {
    const box = root.getBBox();
    let [x0, y0, x1, y1] = [box.x, box.y, box.x + box.width, box.y + box.height];
    const made = [];
    const wide = Math.max(0, ...told.map((one) => one.width)) - (x1 - x0);
    if (wide > 0) [x0, x1] = [x0 - wide / 2, x1 + wide / 2];
    for (const one of told) {
      const high = one.lines.length * one.size * 1.24, gap = one.size * 0.8;
      const x = one.place === 'left' ? x0 : (x0 + x1) / 2;
      const top = one.below ? y1 + gap : y0 - gap - high;
      made.push({ role: one.role, text: words(root, one, x, top) });
      [y0, y1] = one.below ? [y0, y1 + gap + high] : [y0 - gap - high, y1];
    }
    const left = Math.floor(x0 - margin), up = Math.floor(y0 - margin);
    const width = Math.ceil(x1 + margin) - left, height = Math.ceil(y1 + margin) - up;
    return { made, left, up, width, height };
  }

  async function painted(root, width, height, ground) {
    root.setAttribute('xmlns', root.namespaceURI);
    const image = new Image();
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(new XMLSerializer().serializeToString(root));
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const paper = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
    paper.fillStyle = ground;
    paper.fillRect(0, 0, width, height);
    paper.drawImage(image, 0, 0);
    const png = canvas.toDataURL('image/png').slice(22);
    canvas.width = 0;
    return png;
  }

  async function draw({ text, config, page }) {
    try {
      mermaid.initialize(config);
      const { svg } = await mermaid.render(NAME, text);
      holder.innerHTML = svg;
      const root = holder.firstElementChild;
      root.style.maxWidth = 'none';
      heads(root, page.arrow);
      lanes(root, page.sideways);
      plates(root);
      page.ovals.forEach((one) => reach(root, one));
      const { made, left, up, width, height } = frame(root, page);
      root.setAttribute('viewBox', `${left} ${up} ${width} ${height}`);
      root.setAttribute('width', width);
      root.setAttribute('height', height);
      base = new DOMMatrix([1, 0, 0, 1, 0, 0]).multiply(root.getScreenCTM().inverse());
      base = new DOMMatrix([1, 0, 0, 1, -left, -up]).multiply(base);
      const found = read(root);
      found.words = made.map(({ role, text: one }) => ({ role, lines: lines(one) }));
      return { ...found, width, height, png: await painted(root, width, height, page.ground) };
    } catch (error) {
      return { fault: String((error && error.stack) || error) };
    } finally {
      holder.textContent = '';
    }
  }

  window.figloom = async (batch) => {
    const replies = [];
    for (const one of JSON.parse(batch)) replies.push(await draw(one));
    return JSON.stringify(replies);
  };
})();
