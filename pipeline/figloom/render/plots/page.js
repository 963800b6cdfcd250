// Runs in the kept page: draws a batch of ECharts options, each on one canvas of its own, and tells
// every element of the display list with the fact that its data item carries.
(() => {
  const round = (v) => Math.round(v * 1000) / 1000;
  const place = (m, x, y) => (m ? [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]] : [x, y]);
  const bounds = (dots) => {
    const xs = dots.map((d) => d[0]), ys = dots.map((d) => d[1]);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(round);
  };
  const corners = (m, x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map((d) => place(m, ...d));

  // ECharts keeps what an element stands for under a key that changes with the build.
  const probe = {};
  echarts.helper.getECData(probe);
  const [inner] = Object.keys(probe);
  const told = (el) => (el[inner] && el[inner].seriesIndex !== undefined ? el[inner] : null);
  const owner = (el, views) => {
    let found = null, view = null;
    for (let at = el; at; at = at.parent || at.__hostTarget) {
      found = found || told(at);
      view = view || views.get(at);
    }
    return [found, view];
  };

  function viewsOf(chart) {
    const views = new Map();
    for (const view of chart._componentsViews) {
      if (view.__model) views.set(view.group, [view.__model.mainType, view.__model.componentIndex]);
    }
    for (const view of chart._chartsViews) views.set(view.group, ['series', view.__model.seriesIndex]);
    return views;
  }

  // Outline in pixels, by what the element's shape says.
  function outline(el, m) {
    const s = el.shape || {};
    if (s.r0 !== undefined && s.startAngle !== undefined) {
      const [cx, cy] = place(m, s.cx, s.cy);
      return { form: 'wedge', at: [cx, cy, s.r0, s.r, (s.startAngle * 180) / Math.PI, (s.endAngle * 180) / Math.PI].map(round) };
    }
    if (s.points && s.points.length) {
      const flat = typeof s.points[0] === 'number';
      const dots = [];
      if (flat) for (let i = 0; i < s.points.length; i += 2) dots.push([s.points[i], s.points[i + 1]]);
      else for (const p of s.points) dots.push([p[0], p[1]]);
      if (s.stackedOnPoints) {
        const under = s.stackedOnPoints;
        for (let i = under.length - 2; i >= 0; i -= 2) dots.push([under[i], under[i + 1]]);
      }
      const open = el.type.includes('polyline');
      return { form: open ? 'polyline' : 'polygon', at: dots.filter((d) => isFinite(d[0]) && isFinite(d[1])).map((d) => place(m, ...d).map(round)) };
    }
    if (s.symbolType !== undefined) {
      return { form: 'spot', at: place(m, s.x + s.width / 2, s.y + s.height / 2).map(round), box: bounds(corners(m, s.x, s.y, s.width, s.height)) };
    }
    if (el.type === 'circle') return { form: 'ellipse', at: [], box: bounds(corners(m, s.cx - s.r, s.cy - s.r, 2 * s.r, 2 * s.r)) };
    if (el.type === 'rect') return { form: 'rectangle', at: [], box: bounds(corners(m, s.x, s.y, s.width, s.height)) };
    if (el.type === 'line' || el.type === 'ec-line') return { form: 'polyline', at: [place(m, s.x1, s.y1).map(round), place(m, s.x2, s.y2).map(round)] };
    if (el.type === 'bezier-curve') {
      const dots = [];
      for (let i = 0; i <= 16; i += 1) {
        const t = i / 16, u = 1 - t;
        const two = s.cpx2 === undefined || s.cpx2 === null;
        const at = (a, b, c, d) => (two ? u * u * a + 2 * u * t * b + t * t * d : u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d);
        dots.push(place(m, at(s.x1, s.cpx1, s.cpx2, s.x2), at(s.y1, s.cpy1, s.cpy2, s.y2)).map(round));
      }
      return { form: 'polyline', at: dots };
    }
    const r = el.getBoundingRect();
    return { form: 'rectangle', at: [], box: bounds(corners(m, r.x, r.y, r.width, r.height)) };
  }

  // A box or candle is one path; its parts are told one by one: the body, then lines.
  function parts(el, item) {
    const p = (el.shape || {}).points;
    if (el.type === 'boxplotBoxPath') {
      return [['box', '', p.slice(0, 4)], ['line', 'stem', [p[4], p[5]]], ['line', 'stem', [p[6], p[7]]],
        ['whisker', 'low', [p[8], p[9]]], ['whisker', 'high', [p[10], p[11]]], ['quartile', 'q1', [p[0], p[1]]],
        ['quartile', 'q3', [p[2], p[3]]], ['median', 'median', [p[12], p[13]]]];
    }
    if (el.type === 'normalCandlestickBox') {
      const upper = item.part === 'rising' ? ['close', 'open'] : ['open', 'close'];
      return [['candle', '', p.slice(0, 4)], ['wick', 'high', [p[4], p[5]]], ['wick', 'low', [p[6], p[7]]],
        ['price', upper[0], [p[0], p[1]]], ['price', upper[1], [p[2], p[3]]]];
    }
    return null;
  }

  function read(chart) {
    const model = chart.getModel(), views = viewsOf(chart), rows = [], lines = new Map();
    chart.getZr().storage.getDisplayList(true).forEach((el, order) => {
      if (el.ignore || el.invisible) return;
      const style = el.style || {}, m = el.getComputedTransform();
      if (el.type.includes('polyline') && style.opacity === 0) return;
      const [data, view] = owner(el, views);
      const row = { view: view ? view[0] : '', index: view ? view[1] : 0, order, name: el.name || '', type: el.type };
      if (data) {
        const series = model.getSeriesByIndex(data.seriesIndex);
        row.series = series.subType;
        row.own = series.option.figloom || null;
        if (data.dataIndex !== undefined && data.dataIndex !== null) {
          const raw = series.getData(data.dataType).getRawDataItem(data.dataIndex);
          row.item = (raw && raw.figloom) || null;
          row.number = data.dataIndex;
          if (el.__dimIdx !== undefined) row.vertex = el.__dimIdx;
        }
      }
      if (el.type === 'tspan') {
        const text = el.parent, r = el.getBoundingRect();
        const size = parseFloat((/(\d+(\.\d+)?)px/.exec(style.font) || [0, 12])[1]);
        const middle = r.y + r.height / 2;
        const box = bounds(corners(m, r.x, middle - 0.6 * size, r.width, 1.2 * size));
        const first = lines.get(text);
        if (first) {
          first.text += ' ' + style.text;
          first.box = [Math.min(first.box[0], box[0]), Math.min(first.box[1], box[1]), Math.max(first.box[2], box[2]), Math.max(first.box[3], box[3])];
          return;
        }
        Object.assign(row, { form: 'text', box, text: style.text, fill: style.fill, size, angle: m ? round((Math.atan2(m[1], m[0]) * 180) / Math.PI) : 0, name: text.name || text.anid || '' });
        lines.set(text, row);
      } else {
        Object.assign(row, outline(el, m), { fill: style.fill, stroke: style.stroke, width: style.lineWidth, opacity: style.opacity === undefined ? 1 : style.opacity });
        // ECharts draws the border of a bar inside of it: the bar ends where its border does.
        if (row.series === 'bar' && el.type === 'rect' && style.stroke && style.stroke !== 'none') {
          const half = (style.lineWidth || 0) / 2;
          row.box = row.box.map((v, at) => round(at < 2 ? v - half : v + half));
        }
        if (!row.box && Array.isArray(row.at) && Array.isArray(row.at[0])) row.box = bounds(row.at);
        if (typeof row.fill === 'object' && row.fill) row.fill = (row.fill.colorStops || [{}])[0].color || '';
        if (typeof row.stroke === 'object' && row.stroke) row.stroke = '';
      }
      const split = row.item && parts(el, row.item);
      for (const [role, part, points] of split || []) {
        const at = points.map((d) => place(m, ...d).map(round));
        rows.push({ ...row, form: at.length < 4 ? 'polyline' : 'polygon', at, box: bounds(at), item: { ...row.item, role, part } });
      }
      if (split) return;
      rows.push(row);
    });
    return rows;
  }

  const tick = (label) => (label.tick ? label.tick.value : label.tickValue);

  function axesOf(chart) {
    const found = [];
    for (const kind of ['xAxis', 'yAxis']) {
      chart.getModel().eachComponent(kind, (component) => {
        const axis = component.axis;
        if (!axis || component.get('show') === false) return;
        const extent = axis.scale.getExtent();
        const pixel = (v) => round(axis.toGlobalCoord(axis.dataToCoord(v)));
        const log = component.get('type') === 'log';
        const ends = log ? [component.get('min'), component.get('max')] : extent;
        found.push({
          dimension: component.get('dimension') || kind[0] + (component.componentIndex ? component.componentIndex + 1 : ''), type: component.get('type'),
          low: ends[0], high: ends[1], pixels: [pixel(ends[0]), pixel(ends[1])], title: component.get('told') || component.get('name') || '', unit: component.get('unit') || '',
          ticks: axis.getViewLabels().map((l) => [tick(l), pixel(tick(l)), l.formattedLabel]),
        });
      });
    }
    chart.getModel().eachComponent('radar', (component) => {
      const system = component.coordinateSystem;
      system.getIndicatorAxes().forEach((axis, i) => {
        const extent = axis.scale.getExtent();
        found.push({ dimension: 'radius', type: 'value', low: extent[0], high: extent[1], pixels: axis.getExtent().map(round), title: component.get('told') || '', unit: component.get('unit') || '', name: axis.name, angle: (axis.angle * 180) / Math.PI, centre: [system.cx, system.cy].map(round), ticks: axis.getViewLabels().map((l) => [tick(l), round(axis.dataToCoord(tick(l))), l.formattedLabel]) });
      });
    });
    return found;
  }

  // What an item of a custom series brings: an element, or a polygon and perhaps a text, in pixels.
  const flat = (items) => (params) => {
    const { points, style, text, draw } = items[params.dataIndex];
    if (draw) return draw;
    const children = [{ type: 'polygon', shape: { points }, style }];
    if (text) children.push({ type: 'text', ...text });
    return { type: 'group', children };
  };

  // Functions cannot travel as JSON: an axis brings the texts of its ticks instead, and a custom
  // series what it draws.
  function withTexts(option) {
    const spokes = [].concat(option.radar || []).flatMap((radar) => radar.indicator);
    for (const axes of [option.xAxis, option.yAxis, spokes]) {
      for (const axis of [].concat(axes || [])) {
        if (!axis.texts) continue;
        const texts = axis.texts;
        axis.axisLabel.formatter = (value, at) => {
          const near = texts.find((t) => Math.abs(t[0] - value) <= 1e-9 * Math.max(1, Math.abs(value)));
          return near ? near[1] : '';
        };
        delete axis.texts;
      }
    }
    for (const series of [].concat(option.series || [])) {
      if (series.type === 'custom') series.renderItem = flat(series.data);
    }
    return option;
  }

  // Nothing shines through a chart, so that its PNG needs no alpha. A canvas used again would draw
  // dashes a shade otherwise than a new one does.
  function draw([text, width, height]) {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d', { willReadFrequently: true, alpha: false });
    let chart = null;
    try {
      chart = echarts.init(canvas, null, { width, height, devicePixelRatio: 1 });
      chart.setOption(withTexts(JSON.parse(text)));
      chart.getZr().refreshImmediately();
      return { rows: read(chart), axes: axesOf(chart), png: canvas.toDataURL('image/png').slice(22) };
    } catch (error) {
      return { fault: String((error && error.stack) || error) };
    } finally {
      if (chart) chart.dispose();
      // Its pixels go at once, not when they are next collected.
      canvas.width = 0;
    }
  }

  window.figloom = (batch) => JSON.stringify(JSON.parse(batch).map(draw));
})();
